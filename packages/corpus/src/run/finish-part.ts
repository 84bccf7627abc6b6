/** Writes a part of the table from the kept rows of its units. Redirects get the data of their targets. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { serialize } from 'node:v8';
import { Answers } from '../join/answers.ts';
import { type Resolution, resolutionsOf } from '../join/follow.ts';
import { joinedHosts } from '../join/host-join.ts';
import { noMembers } from '../join/host-table.ts';
import { type FilePlace, PlacedRows } from '../join/placed-rows.ts';
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
import { rowsPath, tablePartPath } from './unit.ts';

export interface TablePartFacts {
  readonly rows: number;
  readonly parquet?: ParquetPart;
}

/** Writes a part. The facts file is written last, because it marks the part as complete. */
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
  const answers = plan.follow ? new Answers(paths.answers, unitRows.length) : undefined;
  const rows = new PlacedRows(WINDOW);
  const joined = plan.join && joinedHosts(paths.joined, unitRows.length);
  const none = plan.join && noMembers(plan.join);
  const rowIn = rowReader(plan, options);
  const sink = openTable(own(table), plan, options, rowIn);
  let index = rowsBefore;
  let count = 0;
  for (let unit = from; unit < to; unit++) {
    const files = unitFiles(rowsPath(folder, unit));
    for (const { row, place, isRedirect } of placesOf(files.keys)) {
      if (kept && hasBit(kept, index + row) === 0) continue;
      const resolution = isRedirect ? resolutions?.get(unit, row) : undefined;
      const line = rows.at(files.rows, place);
      const members = joined && (joined.get(unit, row) ?? none);
      if (resolution) {
        const answer = resolution.place && answers?.get(unit, row);
        sink.row(followed(rowIn(line), resolution, answer && rowIn(answer), options), members);
      } else sink.line(line, members);
      if (++count % 4096 === 0) {
        onProgress(count);
        await new Promise((done) => setImmediate(done));
      }
    }
    index += unitRows[unit] as number;
  }
  rows.close();
  answers?.close();
  const parquet = sink.end();
  renameSync(own(table), table);
  const written: TablePartFacts = { rows: count, ...(parquet && { parquet }) };
  writeFileSync(own(facts), serialize(written), { flush: true });
  renameSync(own(facts), facts);
}

/** The rows of a unit, with their locations. */
function* placesOf(keys: string): Generator<{ row: number; place: FilePlace; isRedirect: boolean }> {
  let offset = 0;
  let row = 0;
  for (const { isTarget, length, redirectTarget } of rowKeys(keys)) {
    if (isTarget) continue;
    yield { row, place: { offset, length }, isRedirect: redirectTarget !== '' };
    offset += length;
    row++;
  }
}

/** The row of a redirect, with the data of its target. */
function followed(
  row: Record<string, unknown>,
  { finalUrl, hops, failure }: Resolution,
  found: Record<string, unknown> | undefined,
  options: ReadyOptions,
): CorpusRow {
  const end: object = failure ? endOfChain(failure, options) : {};
  const answer = found ?? (end as Record<string, unknown>);
  const merged: Record<string, unknown> = {};
  for (const name of options.columns) {
    const isAnswer = targetColumns.includes(name) && name in answer;
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

/** The number of octets per read; large, because rows are consecutive. */
const WINDOW = 1024 * 1024;

/** Writes the rows of a part, either as unchanged lines or as values. Joined columns are passed as JSON members. */
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

/** Adds JSON members to a line. A row is never an empty object, and its line ends with a brace and a line feed. */
function withMembers(line: string, members: string | undefined): string {
  return members === undefined ? line : `${line.slice(0, -2)},${members}}\n`;
}
