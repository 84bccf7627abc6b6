/**
 * Finds lines that occur in several logs, for example if a log was given both plain and compressed, or if rotated logs
 * overlap.
 */
import type { Hit } from '../hit.ts';

/** How many of a log's crawler requests had already been read from other logs. */
export interface RepeatedLog {
  readonly log: string;
  readonly repeated: number;
  /** Number of all crawler requests in that log. */
  readonly requests: number;
}

/** Limit on the stored lines with the same time. Only hostile logs have more, and further lines are not compared. */
const MOST_LINES = 10_000;
/**
 * A log is reported if at least this share of its crawler requests is repeated. A smaller share may be chance: two
 * machines may write the same line in the same second.
 */
const LEAST_SHARE = 0.1;

/** Compares lines while logs are read in order of time. */
export class RepeatedLines {
  /** Lines of the latest time, with their number of occurrences in each log. */
  readonly #lines = new Map<string, Map<string, number>>();
  readonly #counts = new Map<string, { repeated: number; requests: number }>();
  #time = Number.NEGATIVE_INFINITY;

  add({ log, time, raw }: Hit): void {
    if (log === undefined || raw === undefined) return;
    if (time > this.#time) {
      this.#lines.clear();
      this.#time = time;
    }
    const counts = this.#counts.get(log) ?? { repeated: 0, requests: 0 };
    this.#counts.set(log, counts);
    counts.requests++;
    if (this.#isRepeated(log, raw)) counts.repeated++;
  }

  /** Whether another log contains the line at least as often. One log may contain the same line twice. */
  #isRepeated(log: string, raw: string): boolean {
    let holders = this.#lines.get(raw);
    if (!holders) {
      if (this.#lines.size >= MOST_LINES) return false;
      holders = new Map();
      this.#lines.set(raw, holders);
    }
    const own = (holders.get(log) ?? 0) + 1;
    holders.set(log, own);
    return [...holders].some(([other, count]) => other !== log && count >= own);
  }

  /** The logs with more repeated lines than two machines would write by chance. */
  found(): RepeatedLog[] {
    return [...this.#counts]
      .map(([log, counts]) => ({ log, ...counts }))
      .filter(({ repeated, requests }) => repeated >= requests * LEAST_SHARE && repeated > 0);
  }
}
