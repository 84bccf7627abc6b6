/** One piece of a run: some archives to a part of the table. */

import { closeSync, createReadStream, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { serialize } from 'node:v8';
import type { CorpusRow } from '../row/corpus-row.ts';
import type { ReadyOptions } from '../row/ready-options.ts';
import { makeRow } from '../row/to-row.ts';
import { csvLine } from '../table/csv.ts';
import { type ParquetPart, ParquetPartWriter } from '../table/parquet.ts';
import { type Fault, NotWarcError } from '../warc/piece.ts';
import { readStretch } from '../warc/read-warc.ts';
import { type ReadStretch, type Stretch, WHOLE } from '../warc/stretch.ts';
import { type RunPlan, readyQuestions, shapeOf } from './run-plan.ts';

/** Something that could not be read, and where. */
export interface RunFault {
  readonly path: string;
  readonly offset: number;
  readonly code: string;
  readonly message: string;
}

/** What a part says of itself. */
export interface PartFacts {
  readonly rows: number;
  /** The first of them; `faultCount` says how many there are. */
  readonly faults: readonly RunFault[];
  readonly faultCount: number;
  readonly parquet?: ParquetPart;
  /** Of the stretches of its unit, in order. */
  readonly stretches: readonly ReadStretch[];
}

/** How far a piece has come. */
export interface UnitProgress {
  readonly rows: number;
  /** Octets of the archives, as they are stored. */
  readonly octets: number;
}

const MAX_FAULTS = 20;

/** Names of a part's files. */
export function partPath(folder: string, unit: number): { rows: string; facts: string } {
  const rows = join(folder, `part-${String(unit).padStart(6, '0')}`);
  return { rows, facts: `${rows}.facts` };
}

/** Writes a part; its facts come last, and say that it is whole. */
export async function writePart(
  plan: RunPlan,
  unit: number,
  folder: string,
  onProgress: (progress: UnitProgress) => void,
): Promise<void> {
  const { rows: partRows, facts: factsPath } = partPath(folder, unit);
  const options = readyQuestions(plan.questions);
  // A worker whose run has died may still be writing: it has files of its own until they are whole.
  const path = `${partRows}.${process.pid}`;
  // Which row of an origin is the latest is known at the end: until then rows are kept in the form that is quick to read.
  const sink = openSink(path, plan.isLatest ? 'ndjson' : plan.form, options);
  const faults: RunFault[] = [];
  let faultCount = 0;
  let rows = 0;
  let octets = 0;
  const stretches: ReadStretch[] = [];
  for (const stretch of plan.units[unit] ?? []) {
    const input = plan.inputs[stretch.input]?.path as string;
    const onFault = (fault: RunFault): void => {
      if (faultCount++ < MAX_FAULTS) faults.push(fault);
    };
    const count = (length: number): void => {
      octets += length;
    };
    let read: ReadStretch = { start: 0, next: null };
    const onEnd = (ended: ReadStretch): void => {
      read = ended;
    };
    for await (const batch of rowsOfStretch(input, options, onFault, count, stretch, onEnd)) {
      sink.add(batch);
      rows += batch.length;
      onProgress({ rows, octets });
    }
    stretches.push(read);
  }
  const parquet = sink.end();
  const facts: PartFacts = { rows, faults, faultCount, stretches, ...(parquet && { parquet }) };
  renameSync(path, partRows);
  writeFileSync(`${factsPath}.${process.pid}`, serialize(facts), { flush: true });
  renameSync(`${factsPath}.${process.pid}`, factsPath);
}

/** The rows of one archive, some at a time. What is not a WARC file is a fault of the whole of it. */
export async function* rowsOf(
  path: string,
  options: ReadyOptions,
  onFault: (fault: RunFault) => void,
  onOctets: (octets: number) => void,
): AsyncGenerator<CorpusRow[]> {
  yield* rowsOfStretch(path, options, onFault, onOctets, WHOLE, () => {});
}

async function* rowsOfStretch(
  path: string,
  options: ReadyOptions,
  onFault: (fault: RunFault) => void,
  onOctets: (octets: number) => void,
  stretch: Stretch,
  onEnd: (read: ReadStretch) => void,
): AsyncGenerator<CorpusRow[]> {
  const named = { ...options, warc: path === '-' ? null : basename(path) };
  const stream =
    path === '-'
      ? process.stdin
      : createReadStream(path, { start: stretch.from, highWaterMark: 1024 * 1024 });
  let isEmpty = stretch.from === 0;
  const input = counted(stream, (octets) => {
    isEmpty = false;
    onOctets(octets);
  });
  const reading = { maxBytes: options.maxBytes, onFault: (fault: Fault) => onFault({ path, ...fault }) };
  const read = readStretch(input, reading, stretch, onEnd);
  try {
    for await (const captures of read) yield captures.map((capture) => makeRow(capture, named));
    if (isEmpty) throw new NotWarcError('This file is empty: expected a WARC file');
  } catch (error) {
    if (!(error instanceof NotWarcError)) throw error;
    onFault({ path, offset: 0, code: 'not-warc', message: error.message });
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

/** Where the rows of a part go. */
interface Sink {
  add(rows: readonly CorpusRow[]): void;
  end(): ParquetPart | undefined;
}

function openSink(path: string, form: RunPlan['form'], options: ReadyOptions): Sink {
  const shape = shapeOf(options);
  if (form === 'parquet') {
    const writer = new ParquetPartWriter(path, shape);
    return {
      add: (rows) => {
        for (const row of rows) writer.add(row);
      },
      end: () => writer.end(),
    };
  }
  const line = form === 'csv' ? (row: CorpusRow) => csvLine(row, shape) : ndjsonLine;
  const file = openSync(path, 'w');
  return {
    add(rows) {
      writeFileSync(file, rows.map(line).join(''));
    },
    end() {
      fsyncSync(file);
      closeSync(file);
      return undefined;
    },
  };
}

/** A row as a line of NDJSON. */
export function ndjsonLine(row: CorpusRow): string {
  return `${JSON.stringify(row)}\n`;
}
