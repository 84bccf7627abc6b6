/** The share of the listed URLs that each crawler may fetch. */
import { Cell, isVerdict } from '../../engine/protocol.ts';
import type { Matrix } from '../../state/session.ts';

export interface Share {
  readonly allowed: number;
  /** URLs that have a verdict. */
  readonly judged: number;
}

/** How much each crawler may fetch, with the unit. */
export interface MatrixShares {
  /** `URLs`, or the unit of the weights. */
  readonly of: string;
  readonly byCrawler: readonly Share[];
}

/** One share per crawler, over the finished rows. */
export function sharesOf({ crawlers, cells, ready }: Matrix): readonly Share[] {
  const width = crawlers.length;
  const counts = crawlers.map(() => ({ allowed: 0, judged: 0 }));
  for (let at = 0, column = 0; at < ready * width; at++) {
    const cell = cells[at];
    const count = counts[column] as { allowed: number; judged: number };
    if (cell === Cell.allowed) count.allowed++;
    if (isVerdict(cell)) count.judged++;
    column = column + 1 === width ? 0 : column + 1;
  }
  return counts;
}

/** The shares with each URL weighted by its clicks or hits. A URL without a number has weight 0. */
export function weightedShares(
  { urls, crawlers, cells, ready }: Matrix,
  weights: ReadonlyMap<string, number>,
): readonly Share[] {
  const counts = crawlers.map(() => ({ allowed: 0, judged: 0 }));
  for (let row = 0; row < ready; row++) {
    const weight = weights.get(urls[row] as string) ?? 0;
    if (weight === 0) continue;
    for (const [column, count] of counts.entries()) {
      const cell = cells[row * crawlers.length + column];
      if (cell === Cell.allowed) count.allowed += weight;
      if (isVerdict(cell)) count.judged += weight;
    }
  }
  return counts;
}

export function countVerdicts(shares: readonly Share[]): number {
  return shares.reduce((sum, { judged }) => sum + judged, 0);
}

/** The share in percent, rounded so that 100 means all URLs and 0 means none. */
export function percentOf({ allowed, judged }: Share): number | undefined {
  if (judged === 0) return undefined;
  if (allowed === 0 || allowed === judged) return allowed === 0 ? 0 : 100;
  return Math.max(1, Math.min(99, Math.round((100 * allowed) / judged)));
}
