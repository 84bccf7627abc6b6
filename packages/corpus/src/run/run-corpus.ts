/**
 * Converts archives to one table. Each piece of the run becomes a part beside the table. Once all parts exist, the
 * table is written under a temporary name, and is renamed when it is complete. An interrupted run can be resumed.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { appendFile } from '../table/append-file.ts';
import { csvHeader } from '../table/csv.ts';
import type { ParquetPart } from '../table/parquet.ts';
import { FaultLog } from './fault-log.ts';
import type { TablePartFacts } from './finish-part.ts';
import { isOwn } from './intermediate.ts';
import { planJoin } from './join-plan.ts';
import { holdOutput } from './one-writer.ts';
import { doPiece } from './pieces.ts';
import { withReplaced } from './replaced.ts';
import { RunFailure } from './run-failure.ts';
import { differenceOf, type RunPlan, readyQuestions, type Stage, shapeOf } from './run-plan.ts';
import { removePlan, storedPlan, storePlan } from './stored-plan.ts';
import { type PartFacts, partPath, tablePartPath, type UnitProgress } from './unit.ts';
import { doInProcesses } from './workers.ts';

/** Options for performing a run. */
export interface RunOptions {
  /** The number of processes; 1 means no additional processes. */
  readonly workers: number;
  /** Whether to resume an interrupted run. */
  readonly resume: boolean;
  /** The memory limit, in octets, for joins after all archives are read. */
  readonly memory: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: UnitProgress) => void;
  /** Called with the folder of finished work, once a run with `resume` could continue from it. */
  readonly onBegin?: (folder: string) => void;
}

/** The result of a run. */
export interface RunResult {
  readonly rows: number;
  readonly faults: FaultLog;
  /** The number of revisits whose original is in none of the archives. */
  readonly unresolved: number;
  /** The number of rows of each archive before any is dropped. */
  readonly rowsByArchive: ReadonlyMap<string, number>;
}

/**
 * Writes the table at `out`.
 *
 * @throws {RunFailure} If the table cannot be written. Finished work stays in the folder `OUT.partial` for a run with
 * `resume`.
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
  if (plan.isFolder && existsSync(out)) {
    if (readdirSync(out).length > 0) {
      throw new RunFailure(`Cannot write the folder ${out}: expected a new or empty folder`);
    }
    rmdirSync(out);
  }
  const folder = `${out}.partial`;
  openFolder(folder, plan, options.resume);
  options.onBegin?.(folder);
  const parts = await doneParts(plan, folder, options);
  const { tables, unresolved } = await finishedParts(plan, folder, parts, options);
  const whole = join(folder, 'whole');
  await joinParts(plan, whole, tables);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  if (plan.isFolder) writeManifest(plan, `${out}.manifest.json`, tables);
  renameSync(whole, out);
  // A run that is killed while it removes its parts must not leave parts that look resumable.
  removePlan(folder);
  rmSync(folder, { recursive: true, force: true });
  const faults = new FaultLog();
  for (const { facts } of parts) faults.join(facts.faults, facts.faultCount);
  return { rows, faults, unresolved, rowsByArchive: rowsByArchive(plan, parts) };
}

function rowsByArchive({ units, inputs }: RunPlan, parts: readonly Part[]): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  for (const [unit, { facts }] of parts.entries()) {
    for (const [at, { input }] of (units[unit] ?? []).entries()) {
      const { path } = inputs[input] as RunPlan['inputs'][number];
      rows.set(path, (rows.get(path) ?? 0) + (facts.stretches[at]?.rows ?? 0));
    }
  }
  return rows;
}

/**
 * Returns the parts of all units. Reads the units whose parts are missing or contain a stretch that started at the
 * wrong offset.
 */
async function doneParts(plan: RunPlan, folder: string, options: RunOptions): Promise<readonly Part[]> {
  const isDone = (unit: number): boolean => existsSync(partPath(folder, unit).facts);
  for (let current = plan; ; ) {
    const missing = [...plan.units.keys()].filter((unit) => !isDone(unit));
    await doPieces('read', current, folder, missing, options);
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

/** Opens the folder of a run's parts, which contains the plan of the run. */
function openFolder(folder: string, plan: RunPlan, resume: boolean): void {
  const before = storedPlan(folder);
  if (before) {
    if (!resume) {
      throw new RunFailure(
        `${folder} contains an interrupted run: expected --resume to continue it; otherwise remove the folder`,
      );
    }
    const difference = differenceOf(before, JSON.parse(JSON.stringify(plan)) as RunPlan);
    if (difference === undefined) {
      removeHalves(folder);
      return;
    }
    throw new RunFailure(
      `Cannot continue the run in ${folder}: ${difference}. Expected the same options; otherwise remove the folder`,
    );
  }
  mkdirSync(folder, { recursive: true });
  // Parts without a stored plan belong to a completed run that was killed while it removed them.
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  storePlan(folder, plan);
}

/** Removes the unfinished files that killed processes left. No run continues such a file. */
function removeHalves(folder: string): void {
  for (const name of readdirSync(folder)) if (isOwn(name)) rmSync(join(folder, name), { force: true });
}

/** Returns all parts of the table, and writes those that are missing. */
async function finishedParts(
  plan: RunPlan,
  folder: string,
  units: readonly Part[],
  options: RunOptions,
): Promise<{ readonly tables: readonly Table[]; readonly unresolved: number }> {
  const files = units.map(({ path, facts }) => ({ path, rows: facts.rows }));
  const { parts, unresolved } = await planJoin(plan, folder, files, options.memory, options.signal);
  const all = [...parts.keys()].map((part) => tablePartPath(folder, part));
  const missing = [...all.entries()].filter(([, { facts }]) => !existsSync(facts)).map(([part]) => part);
  await doPieces('finish', plan, folder, missing, { ...options, onProgress: () => {} });
  const tables = all.map(({ table, facts }) => {
    return { path: table, ...(deserialize(readFileSync(facts)) as TablePartFacts) };
  });
  return { tables, unresolved };
}

async function doPieces(
  stage: Stage,
  plan: RunPlan,
  folder: string,
  units: readonly number[],
  options: RunOptions,
): Promise<void> {
  const { workers, signal, onProgress } = options;
  const progress = new Map<number, UnitProgress>();
  let total: UnitProgress = { rows: 0, octets: 0 };
  const note = (unit: number, now: UnitProgress): void => {
    const before = progress.get(unit) ?? { rows: 0, octets: 0 };
    progress.set(unit, now);
    total = { rows: total.rows + now.rows - before.rows, octets: total.octets + now.octets - before.octets };
    onProgress(total);
  };
  if (workers > 1 && units.length > 1)
    return doInProcesses(stage, plan, folder, units, workers, note, signal);
  for (const unit of units) {
    await doPiece(stage, plan, unit, folder, (now) => {
      signal.throwIfAborted();
      note(unit, now);
    });
  }
}

type Part = { readonly path: string; readonly facts: PartFacts };

type Table = { readonly path: string; readonly rows: number; readonly parquet?: ParquetPart };

async function joinParts(plan: RunPlan, whole: string, tables: readonly Table[]): Promise<void> {
  const shape = shapeOf(readyQuestions(plan.questions), plan.join);
  if (plan.isFolder) {
    const { joinParquet } = await import('../table/parquet.ts');
    rmSync(whole, { recursive: true, force: true });
    mkdirSync(whole);
    for (const [index, { path, parquet }] of tables.entries()) {
      const file = join(whole, fileOf(index));
      joinParquet(file, shape, parquet ? [{ path, part: parquet }] : []);
      flushed(file);
    }
    return;
  }
  if (plan.form === 'parquet') {
    const { joinParquet } = await import('../table/parquet.ts');
    joinParquet(
      whole,
      shape,
      tables.flatMap(({ path, parquet }) => (parquet ? [{ path, part: parquet }] : [])),
    );
  } else {
    const file = openSync(whole, 'w');
    if (plan.form === 'csv') writeFileSync(file, csvHeader(shape));
    for (const { path } of tables) appendFile(path, 0, (octets) => writeFileSync(file, octets));
    closeSync(file);
  }
  flushed(whole);
}

/** The file of a part in a folder. */
function fileOf(index: number): string {
  return `part-${String(index).padStart(6, '0')}.parquet`;
}

/** Writes the manifest of a folder of parts beside it, because readers take all files of a folder for tables. */
function writeManifest(plan: RunPlan, path: string, tables: readonly Table[]): void {
  const { version, isLatest, follow, join: joined, questions, inputs } = plan;
  const manifest = {
    version,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    parts: tables.map(({ rows }, index) => ({ file: fileOf(index), rows })),
    latest: isLatest,
    follow,
    ...(joined && { join: joined }),
    questions,
    inputs,
  };
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
}

/** Flushes the table to disk. Call it before the table is renamed. */
function flushed(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}
