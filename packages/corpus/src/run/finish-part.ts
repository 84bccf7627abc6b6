/**
 * Makes a part of the table from the rows of its units: those that are kept, and redirects with their targets' data.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { serialize } from 'node:v8';
import { type Resolution, type RowPlace, resolutionsOf } from '../join/follow.ts';
import { joinedHosts } from '../join/host-join.ts';
import { noMembers } from '../join/host-table.ts';
import { rowKeys } from '../join/row-keys.ts';
import { targetColumns } from '../row/columns.ts';
import type { CorpusRow } from '../row/corpus-row.ts';
import { CrawlerCodes } from '../row/crawler-codes.ts';
import { endOfChain } from '../row/end-of-chain.ts';
import type { ReadyOptions } from '../row/ready-options.ts';
import { csvLine } from '../table/csv.ts';
import { type ParquetPart, ParquetPartWriter } from '../table/parquet.ts';
import { hasCodes, LineFile, own, unitFiles } from './intermediate.ts';
import { hasBit, type JoinPlan, joinPaths } from './join-plan.ts';
import { ndjsonLine } from './ndjson.ts';
import { type RunPlan, readyQuestions, shapeOf } from './run-plan.ts';
import { partPath, tablePartPath } from './unit.ts';

/** Facts about a part of the table. */
export interface TablePartFacts {
  readonly rows: number;
  readonly parquet?: ParquetPart;
}

/** Writes a part; its facts are written last, and mark it as complete. */
export async function finishPart(
  plan: RunPlan,
  part: number,
  folder: string,
  onProgress: (rows: number) => void,
): Promise<void> {
  const paths = joinPaths(folder);
  const { table, facts } = tablePartPath(folder, part);
  const { parts, unitRows } = JSON.parse(readFileSync(paths.plan, 'utf8')) as JoinPlan;
  const { from, to, rowsBefore } = parts[part] as JoinPlan['parts'][number];
  const options = readyQuestions(plan.questions);
  const kept = existsSync(paths.kept) ? readFileSync(paths.kept) : undefined;
  const resolutions = plan.follow ? resolutionsOf(paths.resolved, unitRows.length) : undefined;
  const rows = new PlacedRows(folder);
  const joined = plan.join && joinedHosts(paths.joined, unitRows.length);
  const none = plan.join && noMembers(plan.join);
  const rowIn = rowReader(plan, options);
  const sink = openTable(own(table), plan, options, rowIn);
  let index = rowsBefore;
  let count = 0;
  for (let unit = from; unit < to; unit++) {
    for (const { row, place, isRedirect } of placesOf(folder, unit)) {
      if (kept && hasBit(kept, index + row) === 0) continue;
      const resolution = isRedirect ? resolutions?.get(unit, row) : undefined;
      const line = rows.next(place);
      const members = joined && (joined.get(unit, row) ?? none);
      if (resolution)
        sink.row(
          followed(rowIn(line), resolution, (at) => rowIn(rows.at(at)), options),
          members,
        );
      else sink.line(line, members);
      if (++count % 4096 === 0) {
        onProgress(count);
        await new Promise((done) => setImmediate(done));
      }
    }
    index += unitRows[unit] as number;
  }
  rows.close();
  const parquet = sink.end();
  renameSync(own(table), table);
  const written: TablePartFacts = { rows: count, ...(parquet && { parquet }) };
  writeFileSync(own(facts), serialize(written), { flush: true });
  renameSync(own(facts), facts);
}

/** The rows of a unit, and their location. */
function* placesOf(
  folder: string,
  unit: number,
): Generator<{ row: number; place: RowPlace; isRedirect: boolean }> {
  let offset = 0;
  let row = 0;
  for (const { isTarget, length, redirectTarget } of rowKeys(unitFiles(partPath(folder, unit).rows).keys)) {
    if (isTarget) continue;
    yield { row, place: { unit, isTarget, offset, length }, isRedirect: redirectTarget !== '' };
    offset += length;
    row++;
  }
}

/** A redirect with its target's data. */
function followed(
  row: Record<string, unknown>,
  { finalUrl, hops, place, failure }: Resolution,
  rowAt: (place: RowPlace) => Record<string, unknown>,
  options: ReadyOptions,
): CorpusRow {
  const end: object = failure ? endOfChain(failure, options) : {};
  const answer = place ? rowAt(place) : (end as Record<string, unknown>);
  const merged: Record<string, unknown> = {};
  for (const name of options.columns) {
    const isAnswer = (place || failure) && targetColumns.includes(name) && name in answer;
    merged[name] = isAnswer ? answer[name] : row[name];
  }
  if ('final_url' in merged) merged['final_url'] = finalUrl;
  if ('hops' in merged) merged['hops'] = hops;
  return merged as unknown as CorpusRow;
}

type RowReader = (line: Buffer) => Record<string, unknown>;

function rowReader({ form }: RunPlan, options: ReadyOptions): RowReader {
  const parsed: RowReader = (line) => JSON.parse(line.toString('utf8')) as Record<string, unknown>;
  if (!hasCodes(form) || !options.columns.includes('crawlers')) return parsed;
  const codes = new CrawlerCodes(options);
  return (line) => {
    const row = parsed(line);
    row['crawlers'] = codes.crawlersOf(row['crawlers'] as string);
    return row;
  };
}

/** Octets to read at a time if rows are consecutive. */
const WINDOW = 1024 * 1024;

/** Files that are open at a time. */
const MOST_OPEN = 64;

/** Rows of units, read from their location. */
class PlacedRows {
  readonly #folder: string;
  readonly #files = new Map<string, number>();
  #window: { path: string; start: number; octets: Buffer } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Of rows that are read in their order, so more is read at a time. */
  next(place: RowPlace): Buffer {
    const { offset, length } = place;
    const path = this.#pathOf(place);
    const there = this.#inWindow(path, place);
    if (there) return there;
    const octets = this.#read(path, offset, Math.max(WINDOW, length));
    this.#window = { path, start: offset, octets };
    return octets.subarray(0, length);
  }

  /** Of any row. */
  at(place: RowPlace): Buffer {
    const path = this.#pathOf(place);
    return this.#inWindow(path, place) ?? this.#read(path, place.offset, place.length);
  }

  #pathOf({ unit, isTarget }: RowPlace): string {
    const files = unitFiles(partPath(this.#folder, unit).rows);
    return isTarget ? files.targets : files.rows;
  }

  #inWindow(path: string, { offset, length }: RowPlace): Buffer | undefined {
    const window = this.#window;
    if (window?.path !== path) return undefined;
    const start = offset - window.start;
    return start >= 0 && start + length <= window.octets.length
      ? window.octets.subarray(start, start + length)
      : undefined;
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file);
  }

  #read(path: string, offset: number, length: number): Buffer {
    const file = this.#open(path);
    const octets = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const more = readSync(file, octets, read, length - read, offset + read);
      if (more === 0) break;
      read += more;
    }
    return octets.subarray(0, read);
  }

  #open(path: string): number {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    if (this.#files.size >= MOST_OPEN) {
      const [oldest, file] = this.#files.entries().next().value as [string, number];
      closeSync(file);
      this.#files.delete(oldest);
    }
    const file = openSync(path, 'r');
    this.#files.set(path, file);
    return file;
  }
}

/** The destination of a part's rows: unchanged, or as values; joined columns are members of JSON. */
interface TableSink {
  line(line: Buffer, joined: string | undefined): void;
  row(row: CorpusRow, joined: string | undefined): void;
  end(): ParquetPart | undefined;
}

function openTable(
  path: string,
  { form, join: table }: RunPlan,
  options: ReadyOptions,
  rowIn: RowReader,
): TableSink {
  const shape = shapeOf(options, table);
  if (form === 'parquet') {
    const writer = new ParquetPartWriter(path, shape);
    return { ...valueSink(rowIn, (row) => writer.add(row)), end: () => writer.end() };
  }
  const file = new LineFile(path);
  const end = (): undefined => {
    file.end();
  };
  if (form === 'csv') return { ...valueSink(rowIn, (row) => file.add(csvLine(row, shape))), end };
  return {
    row: (row, joined) => file.add(withMembers(ndjsonLine(row), joined)),
    line: (line, joined) =>
      file.add(joined === undefined ? Buffer.from(line) : withMembers(line.toString('utf8'), joined)),
    end,
  };
}

function valueSink(rowIn: RowReader, add: (row: CorpusRow) => void): Pick<TableSink, 'line' | 'row'> {
  const row = (one: object, joined: string | undefined): void =>
    add((joined === undefined ? one : { ...one, ...JSON.parse(`{${joined}}`) }) as CorpusRow);
  return { row, line: (line, joined) => row(rowIn(line), joined) };
}

/** A row is never empty: it ends with a brace and the line end. */
function withMembers(line: string, members: string | undefined): string {
  return members === undefined ? line : `${line.slice(0, -2)},${members}}\n`;
}
