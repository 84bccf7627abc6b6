/** Performs one piece of a run: converts some archives to a part of the table. */

import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { serialize } from 'node:v8';
import { printableJson, printableJsonText } from 'robots-exclusion/print';
import { OctetWriter } from '../join/octets.ts';
import { answerKey } from '../join/row-keys.ts';
import { Answer, neededFields } from '../row/answer.ts';
import type { ReadyOptions } from '../row/ready-options.ts';
import { rowOf } from '../row/to-row.ts';
import { NotWarcError } from '../warc/piece.ts';
import { isRobotsOrWebUrl, isRobotsTxtUrl, readStretch } from '../warc/read-warc.ts';
import type { WarcRecord } from '../warc/record-splitter.ts';
import { type ReadStretch, WHOLE } from '../warc/stretch.ts';
import { isAddress, openOnce } from './archive-source.ts';
import { type FaultKind, FaultLog, type ToldFault } from './fault-log.ts';
import { IntermediateWriter, own, unitFiles } from './intermediate.ts';
import { lineWriter } from './ndjson.ts';
import { openerOf } from './open-ahead.ts';
import { inputsOf, isZip } from './run-inputs.ts';
import { nameOf, type RunInput, type RunPlan, readyQuestions, type UnitStretch } from './run-plan.ts';

export interface PartFacts {
  readonly rows: number;
  readonly faults: readonly FaultKind[];
  readonly faultCount: number;
  /** Facts about each stretch of the unit, in order. */
  readonly stretches: readonly (ReadStretch & { readonly rows: number })[];
}

/** The progress of a piece. */
export interface UnitProgress {
  readonly rows: number;
  /** The number of octets read from the archives, in stored form. */
  readonly octets: number;
}

export function partPath(folder: string, unit: number): { rows: string; facts: string } {
  const rows = join(folder, `part-${String(unit).padStart(6, '0')}`);
  return { rows, facts: `${rows}.facts` };
}

/** The rows of a unit: those written anew once the originals of its revisits were known, if there are any. */
export function rowsPath(folder: string, unit: number): string {
  const { rows } = partPath(folder, unit);
  return existsSync(unitFiles(completedPath(rows)).keys) ? completedPath(rows) : rows;
}

export function completedPath(rows: string): string {
  return `${rows}.completed`;
}

export function tablePartPath(folder: string, part: number): { table: string; facts: string } {
  const table = join(folder, `table-${String(part).padStart(6, '0')}`);
  return { table, facts: `${table}.facts` };
}

/** Writes a part. The facts file is written last, because it marks the part as complete. */
export async function writePart(
  plan: RunPlan,
  unit: number,
  folder: string,
  onProgress: (progress: UnitProgress) => void,
): Promise<void> {
  const { rows: partRows, facts: factsPath } = partPath(folder, unit);
  const options = readyQuestions(plan.questions);
  const sink = new IntermediateWriter(partRows, options, plan.form);
  const faults = new FaultLog();
  let rows = 0;
  let octets = 0;
  const stretches: PartFacts['stretches'][number][] = [];
  const wanted = plan.units[unit] ?? [];
  const open = openerOf(plan.inputs, wanted);
  for (const [index, stretch] of wanted.entries()) {
    const input = plan.inputs[stretch.input] as RunInput;
    const { path } = input;
    const rowsBefore = rows;
    const stream = counted(open(index), (length) => {
      octets += length;
    });
    let read: ReadStretch = { start: 0, next: null };
    const onEnd = (ended: ReadStretch): void => {
      read = ended;
    };
    const wants = plan.follow ? isRobotsOrWebUrl : undefined;
    const named = { ...options, warc: nameOf(input) };
    const reading = {
      ...{ stream, options: named, stretch, wants, onEnd },
      onFault: (fault: ToldFault) => faults.add(path, fault),
      onSegment: (record: WarcRecord) => sink.addSegment(record, stretch.input),
    };
    for await (const batch of answersOf(reading)) {
      rows += addAnswers(sink, batch, stretch.input, wants !== undefined);
      onProgress({ rows, octets });
    }
    stretches.push({ ...read, rows: rows - rowsBefore });
  }
  sink.end();
  const facts: PartFacts = { rows, faults: faults.kinds, faultCount: faults.total, stretches };
  writeFileSync(own(factsPath), serialize(facts), { flush: true });
  renameSync(own(factsPath), factsPath);
}

/** Adds the captures of a batch. Returns the number of rows among them. A function of its own is compiled earlier. */
function addAnswers(
  sink: IntermediateWriter,
  batch: readonly Answer[],
  input: number,
  isFollowing: boolean,
): number {
  let rows = 0;
  for (const answer of batch) {
    const isTarget = isFollowing && !isRobotsTxtUrl(answer.capture.url);
    sink.add(answer, isTarget, input);
    if (!isTarget) rows++;
  }
  return rows;
}

/** How lines are written, and how faults are reported. */
export interface LineOptions {
  readonly rows: ReadyOptions;
  /**
   * Whether to write the key of each row too. If so, captures of URLs other than `/robots.txt` are included, because
   * redirects may lead to them.
   */
  readonly isKeyed: boolean;
  readonly faults: FaultLog;
  /** Called with the number of rows of each archive or stretch, and of revisits among them without an original. */
  readonly onRows: (path: string, rows: number, unresolved: number) => void;
}

/** The number of octets per chunk. */
const PIECE = 64 * 1024;

/**
 * The lines of one archive as JSON that is safe to print, in chunks. Each chunk is overwritten once the next is
 * requested. An input that is not a WARC file counts as one fault of the whole archive.
 */
export async function* linesOf(path: string, options: LineOptions): AsyncGenerator<Uint8Array> {
  if (path !== '-' && (isAddress(path) || isZip(path))) {
    const inputs = await inputsOf([path]);
    return yield* listedLinesOf(
      { inputs, units: [inputs.map((_, input) => ({ input, ...WHOLE }))] },
      options,
    );
  }
  const lines = openLines(options);
  const warc = path === '-' ? null : basename(path);
  yield* linesIn({ path, warc, stretch: WHOLE, stream: openOnce(path) }, options, lines);
  yield lines.octets.taken();
}

/** The lines of several archives, or of the records that an index lists. */
export async function* listedLinesOf(
  { inputs, units }: Pick<RunPlan, 'inputs' | 'units'>,
  options: LineOptions,
): AsyncGenerator<Uint8Array> {
  const lines = openLines(options);
  for (const stretches of units) {
    const open = openerOf(inputs, stretches);
    for (const [index, stretch] of stretches.entries()) {
      const input = inputs[stretch.input] as RunInput;
      const named = { path: input.path, warc: nameOf(input) };
      yield* linesIn({ ...named, stretch, stream: open(index) }, options, lines);
    }
  }
  yield lines.octets.taken();
}

/** Buffers lines until they are passed on, and writes each line. */
interface Lines {
  readonly octets: OctetWriter;
  readonly write: (answer: Answer, to: OctetWriter) => void;
}

function openLines({ rows, isKeyed }: LineOptions): Lines {
  return {
    octets: new OctetWriter(),
    write: isKeyed ? writeKeyed : lineWriter(rows, { safe: printableJsonText }),
  };
}

interface OpenStretch {
  readonly path: string;
  readonly warc: string | null;
  readonly stretch: Omit<UnitStretch, 'input'>;
  readonly stream: AsyncIterable<Uint8Array>;
}

async function* linesIn(
  { path, warc, stretch, stream }: OpenStretch,
  { rows, isKeyed, faults, onRows }: LineOptions,
  { octets, write }: Lines,
): AsyncGenerator<Uint8Array> {
  const named = { ...rows, warc };
  const wants = isKeyed ? isRobotsOrWebUrl : undefined;
  let count = 0;
  let open = 0;
  try {
    const onFault = (fault: ToldFault): void => faults.add(path, fault);
    for await (const batch of answersOf({ stream, options: named, stretch, wants, onFault })) {
      count += batch.length;
      for (const answer of batch) {
        write(answer, octets);
        if (answer.capture.unresolved && !answer.capture.payload) open++;
      }
      if (octets.length >= PIECE) yield octets.taken();
    }
  } catch (error) {
    // Captures read before the error are kept.
    yield octets.taken();
    throw error;
  }
  onRows(path, count, open);
}

function writeKeyed(answer: Answer, to: OctetWriter): void {
  const isTarget = !isRobotsTxtUrl(answer.capture.url);
  to.characters(`${printableJson({ is_target: isTarget, ...answerKey(answer), row: rowOf(answer) })}\n`);
}

/** What {@link answersOf} reads, and what it tells. */
interface AnswersInput {
  readonly stream: AsyncIterable<Uint8Array>;
  readonly options: ReadyOptions;
  readonly stretch: Omit<UnitStretch, 'input'>;
  readonly wants: ((url: string) => boolean) | undefined;
  readonly onFault: (fault: ToldFault) => void;
  readonly onEnd?: (read: ReadStretch) => void;
  readonly onSegment?: (record: WarcRecord) => void;
}

/**
 * The captures in a stretch, prepared for rows. An input that is not a WARC file counts as one fault of the whole
 * stretch.
 */
async function* answersOf(given: AnswersInput): AsyncGenerator<Answer[]> {
  const { stream, options, stretch, wants, onFault, onEnd = () => {}, onSegment } = given;
  const { records } = stretch;
  if (records) return yield* listedAnswers(given, records);
  let isEmpty = stretch.from === 0;
  const input = counted(stream, () => {
    isEmpty = false;
  });
  const httpFields = neededFields(options);
  const reading = {
    maxBytes: options.maxBytes,
    onFault,
    // Each batch of captures is processed before the next one is requested.
    isReleased: true,
    ...(wants && { wants }),
    ...(onSegment && { onSegment }),
    ...(httpFields && { httpFields }),
  };
  try {
    for await (const captures of readStretch(input, reading, stretch, onEnd)) {
      yield captures.map((capture) => new Answer(capture, options));
    }
    if (isEmpty) throw new NotWarcError('This file is empty: expected a WARC file');
  } catch (error) {
    if (!(error instanceof NotWarcError)) throw error;
    onFault({ offset: 0, code: 'not-warc', message: error.message });
  }
}

/**
 * The captures in single records, prepared for rows. The stretch is read like an archive, and records that are not
 * listed are skipped.
 */
async function* listedAnswers(
  { onEnd: _, ...given }: AnswersInput,
  records: readonly number[],
): AsyncGenerator<Answer[]> {
  const { options, onFault } = given;
  const { from } = given.stretch;
  const missing = new Set(records);
  const toldOf = (fault: ToldFault): void => {
    const offset = from + fault.offset;
    if (missing.delete(offset)) onFault({ ...fault, offset });
  };
  const wanted = new Set(records);
  for await (const batch of answersOf({ ...given, stretch: WHOLE, onFault: toldOf })) {
    const placed = batch.map(({ capture }) => ({ ...capture, offset: from + capture.offset }));
    const listed = placed.filter(({ offset }) => wanted.has(offset));
    for (const { offset } of listed) missing.delete(offset);
    if (listed.length > 0) yield listed.map((capture) => new Answer(capture, options));
  }
  for (const offset of missing) {
    onFault({ offset, code: 'no-capture', message: 'No capture begins where the index says' });
  }
}

async function* counted(
  stream: AsyncIterable<Uint8Array>,
  onOctets: (octets: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    onOctets(chunk.length);
    yield chunk;
  }
}
