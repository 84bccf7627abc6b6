/**
 * Archives to one table. Each piece of the run becomes a part beside the table; the table is made of the parts when all
 * are there, and gets its name when it is whole. What was interrupted goes on where it stopped.
 */
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import type { CorpusRow } from '../row/corpus-row.ts';
import { csvHeader, csvLine } from '../table/csv.ts';
import { joinParquet, ParquetPartWriter } from '../table/parquet.ts';
import type { RowShape } from '../table/row-shape.ts';
import { latestRows, rowsIn } from './latest.ts';
import { holdOutput } from './one-writer.ts';
import { withReplaced } from './replaced.ts';
import { differenceOf, type RunPlan, readyQuestions, shapeOf } from './run-plan.ts';
import { ndjsonLine, type PartFacts, partPath, type RunFault, type UnitProgress, writePart } from './unit.ts';
import { doInProcesses, RunFailure } from './workers.ts';

/** How a run is done. */
export interface RunOptions {
  /** Processes; 1 for none besides this one. */
  readonly workers: number;
  /** Go on with what an interrupted run left. */
  readonly resume: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: UnitProgress) => void;
}

/** What a run gave. */
export interface RunResult {
  readonly rows: number;
  /** The first of each piece. */
  readonly faults: readonly RunFault[];
  readonly faultCount: number;
}

/**
 * Makes the table at `out`.
 *
 * @throws {RunFailure} If it cannot be made. What is done stays in the folder `OUT.partial` for a run with `resume`.
 */
export async function runCorpus(plan: RunPlan, out: string, options: RunOptions): Promise<RunResult> {
  const release = await holdOutput(out);
  try {
    return await makeTable(plan, out, options);
  } finally {
    release();
  }
}

async function makeTable(plan: RunPlan, out: string, options: RunOptions): Promise<RunResult> {
  const folder = `${out}.partial`;
  openFolder(folder, plan, options.resume);
  const parts = await doneParts(plan, folder, options);
  const whole = join(folder, 'whole');
  const rows = await joinParts(plan, whole, parts);
  renameSync(whole, out);
  rmSync(folder, { recursive: true, force: true });
  const faults = parts.flatMap(({ facts }) => facts.faults);
  return { rows, faults, faultCount: parts.reduce((sum, { facts }) => sum + facts.faultCount, 0) };
}

/** All parts: those that were there, and those that were missing or began in the wrong place. */
async function doneParts(plan: RunPlan, folder: string, options: RunOptions): Promise<readonly Part[]> {
  const isDone = (unit: number): boolean => existsSync(partPath(folder, unit).facts);
  for (let current = plan; ; ) {
    const missing = [...plan.units.keys()].filter((unit) => !isDone(unit));
    await doUnits(current, folder, missing, options);
    const parts = [...plan.units.keys()].map((unit) => {
      const { rows: path, facts } = partPath(folder, unit);
      return { path, facts: deserialize(readFileSync(facts)) as PartFacts };
    });
    const replaced = withReplaced(
      current,
      parts.map(({ facts }) => facts.stretches),
    );
    if (!replaced) return parts;
    rmSync(partPath(folder, replaced.unit).facts);
    current = replaced.plan;
  }
}

/** The folder of a run's parts, with what the run is about. */
function openFolder(folder: string, plan: RunPlan, resume: boolean): void {
  const manifest = join(folder, 'manifest.json');
  if (existsSync(manifest)) {
    if (!resume) {
      throw new RunFailure(
        `${folder} is what an interrupted run left: expected --resume to go on with it, or that it is removed`,
      );
    }
    const before = JSON.parse(readFileSync(manifest, 'utf8')) as RunPlan;
    const difference = differenceOf(before, JSON.parse(JSON.stringify(plan)) as RunPlan);
    if (difference === undefined) return;
    throw new RunFailure(
      `Cannot go on with ${folder}: ${difference}. Expected the same options, or that it is removed`,
    );
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${manifest}.new`, JSON.stringify(plan), { flush: true });
  renameSync(`${manifest}.new`, manifest);
}

async function doUnits(
  plan: RunPlan,
  folder: string,
  units: readonly number[],
  options: RunOptions,
): Promise<void> {
  const { workers, signal, onProgress } = options;
  const progress = new Map<number, UnitProgress>();
  const note = (unit: number, now: UnitProgress): void => {
    progress.set(unit, now);
    const all = [...progress.values()];
    onProgress({
      rows: all.reduce((sum, { rows }) => sum + rows, 0),
      octets: all.reduce((sum, { octets }) => sum + octets, 0),
    });
  };
  if (workers > 1 && units.length > 1) return doInProcesses(plan, folder, units, workers, note, signal);
  for (const unit of units) {
    await writePart(plan, unit, folder, (now) => {
      signal.throwIfAborted();
      note(unit, now);
    });
  }
}

type Part = { readonly path: string; readonly facts: PartFacts };

/** @returns How many rows the table has. */
async function joinParts(plan: RunPlan, whole: string, parts: readonly Part[]): Promise<number> {
  const shape = shapeOf(readyQuestions(plan.questions));
  if (plan.isLatest) return joinLatest(plan, whole, parts, shape);
  if (plan.form === 'parquet') {
    joinParquet(
      whole,
      shape,
      parts.flatMap(({ path, facts }) => (facts.parquet ? [{ path, part: facts.parquet }] : [])),
    );
  } else {
    const file = openSync(whole, 'w');
    if (plan.form === 'csv') writeFileSync(file, csvHeader(shape));
    for (const { path } of parts) {
      for await (const chunk of createReadStream(path)) writeFileSync(file, chunk as Uint8Array);
    }
    closeSync(file);
  }
  flushed(whole);
  return parts.reduce((sum, { facts }) => sum + facts.rows, 0);
}

async function joinLatest(
  plan: RunPlan,
  whole: string,
  parts: readonly Part[],
  shape: RowShape,
): Promise<number> {
  const paths = parts.map(({ path }) => path);
  const chosen = await latestRows(paths);
  const isParquet = plan.form === 'parquet';
  const groups = `${whole}.groups`;
  const writer = isParquet ? new ParquetPartWriter(groups, shape) : undefined;
  const file = isParquet ? undefined : openSync(whole, 'w');
  const line = plan.form === 'csv' ? (row: CorpusRow) => csvLine(row, shape) : ndjsonLine;
  if (file !== undefined && plan.form === 'csv') writeFileSync(file, csvHeader(shape));
  let index = 0;
  for await (const row of rowsIn(paths)) {
    if (!chosen.has(index++)) continue;
    if (file === undefined) writer?.add(row);
    else writeFileSync(file, line(row));
  }
  if (file !== undefined) closeSync(file);
  if (writer) joinParquet(whole, shape, [{ path: groups, part: writer.end() }]);
  flushed(whole);
  return chosen.size;
}

/** The table is on the disk before it gets its name. */
function flushed(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}
