/**
 * The stages after all archives are read. They follow redirects, select rows, copy the target rows of redirects, and
 * divide the table into parts.
 */
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatherAnswers } from '../join/answers.ts';
import { followRedirects, type RowPlace, resolutionsIn, resolutionsOf } from '../join/follow.ts';
import { joinHosts } from '../join/host-join.ts';
import { latestRows } from '../join/latest.ts';
import { endRanksOf } from '../join/row-keys.ts';
import { MOST_PART_ROWS } from '../table/row-shape.ts';
import { completeRows } from './complete-rows.ts';
import { unitFiles } from './intermediate.ts';
import { type RunPlan, readyQuestions } from './run-plan.ts';
import { rowsPath } from './unit.ts';

/** The data that the workers need to write the parts. */
export interface JoinPlan {
  readonly parts: readonly TablePart[];
  /** The number of rows in each unit before any is dropped. */
  readonly unitRows: readonly number[];
  /** The number of revisits whose original is in none of the archives. */
  readonly unresolved: number;
}

export function joinPaths(folder: string): {
  plan: string;
  resolved: string;
  kept: string;
  answers: string;
  joined: string;
  work: string;
} {
  return {
    plan: join(folder, 'join.json'),
    resolved: join(folder, 'resolved'),
    kept: join(folder, 'kept'),
    answers: join(folder, 'answers'),
    joined: join(folder, 'joined'),
    work: join(folder, 'work'),
  };
}

/** Runs these stages, unless an interrupted run has already done so. */
export async function planJoin(
  plan: RunPlan,
  folder: string,
  read: readonly { readonly path: string; readonly rows: number }[],
  memory: number,
  signal: AbortSignal,
): Promise<JoinPlan> {
  const paths = joinPaths(folder);
  if (existsSync(paths.plan)) return JSON.parse(readFileSync(paths.plan, 'utf8')) as JoinPlan;
  const afford = async (): Promise<void> => {
    // Yields to the event loop, so that signals are handled.
    await new Promise((done) => setImmediate(done));
    signal.throwIfAborted();
  };
  const unresolved = await completeRows({ plan, folder, memory, work: paths.work }, afford);
  const units = read.map(({ rows }, unit) => ({ path: rowsPath(folder, unit), rows }));
  const keys = units.map(({ path }) => unitFiles(path).keys);
  const octets = keys.reduce((sum, path) => sum + statSync(path).size, 0);
  const shared = { keys, octets, memory, folder: paths.work };
  if (plan.follow) {
    const endRanks = endRanksOf(readyQuestions(plan.questions));
    await followRedirects({ ...shared, endRanks, resolved: paths.resolved }, afford);
  }
  const unitRows = units.map(({ rows }) => rows);
  const rowsBefore = runningSums(unitRows);
  let kept: Uint8Array | undefined;
  if (plan.isLatest) {
    const resolutions = plan.follow ? resolutionsOf(paths.resolved, keys.length) : undefined;
    const rows = unitRows.reduce((sum, count) => sum + count, 0);
    const rankOf = (unit: number, row: number) => resolutions?.get(unit, row)?.rank;
    kept = await latestRows({ ...shared, rows, rankOf }, afford);
    writeFileSync(paths.kept, kept);
  }
  if (plan.follow) {
    const isKept = (unit: number, row: number): boolean =>
      !kept || hasBit(kept, (rowsBefore[unit] as number) + row) === 1;
    const fileOf = ({ unit, isTarget }: RowPlace): string => {
      const files = unitFiles((units[unit] as { path: string }).path);
      return isTarget ? files.targets : files.rows;
    };
    const { answers, work } = paths;
    await gatherAnswers(
      {
        resolutionsIn: (block) => resolutionsIn(paths.resolved, block),
        ...{ units: units.length, fileOf, isKept, folder: work, answers },
      },
      afford,
    );
  }
  if (plan.join) await joinHosts({ ...shared, table: plan.join, joined: paths.joined }, afford);
  const staying = unitRows.map((rows, unit) => {
    const before = rowsBefore[unit] as number;
    return kept ? countBits(kept, before, before + rows) : rows;
  });
  const joined = { parts: partsOf(unitRows, staying), unitRows, unresolved };
  writeFileSync(`${paths.plan}.new`, JSON.stringify(joined), { flush: true });
  renameSync(`${paths.plan}.new`, paths.plan);
  rmSync(paths.work, { recursive: true, force: true });
  return joined;
}

function countBits(bits: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) count += hasBit(bits, at);
  return count;
}

/** The bit at an index: 1 or 0. */
export function hasBit(bits: Uint8Array, at: number): number {
  return ((bits[at >>> 3] as number) >> (at & 7)) & 1;
}

interface TablePart {
  readonly from: number;
  /** One past the last unit. */
  readonly to: number;
  /** The number of rows in all units before this part. */
  readonly rowsBefore: number;
}

/** The minimum number of rows per part, unless fewer are left; a smaller part is not worth its footer. */
const LEAST_PART_ROWS = 10_000;

/**
 * Groups consecutive units into parts of at most {@link MOST_PART_ROWS} rows. No part has more than half of the
 * remaining rows, so that workers finish at about the same time.
 *
 * @param unitRows The number of rows in each unit.
 * @param staying For each unit, the number of its rows that the table keeps.
 */
export function partsOf(unitRows: readonly number[], staying: readonly number[]): readonly TablePart[] {
  const before = runningSums(unitRows);
  const parts: TablePart[] = [];
  let left = staying.reduce((sum, rows) => sum + rows, 0);
  for (let from = 0; from < unitRows.length; ) {
    const most = Math.min(MOST_PART_ROWS, Math.max(LEAST_PART_ROWS, left / 2));
    let to = from;
    let rows = 0;
    do rows += staying[to++] as number;
    while (to < unitRows.length && rows + (staying[to] as number) <= most);
    parts.push({ from, to, rowsBefore: before[from] as number });
    left -= rows;
    from = to;
  }
  return parts;
}

/** For each value, the sum of all values before it. */
function runningSums(values: readonly number[]): readonly number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum - value;
  });
}
