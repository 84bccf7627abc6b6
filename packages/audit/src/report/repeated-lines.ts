/** Lines that several logs hold alike: the same log was named twice, plain and packed, or rotated logs overlap. */
import type { Hit } from '../hit.ts';

/** How many requests of crawlers a log repeats of those before it. */
export interface RepeatedLog {
  readonly log: string;
  readonly repeated: number;
  /** All requests of crawlers in that log. */
  readonly requests: number;
}

/** Lines of one time that are kept; more of them are of a hostile log, and are not compared. */
const MOST_LINES = 10_000;
/** Two machines may write the same line by chance, in the same second. */
const LEAST_SHARE = 0.1;

/** Compares lines while logs are read in order of time. */
export class RepeatedLines {
  /** Lines of the latest time, and how often which log holds them. */
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

  /** A log may hold a line twice by itself: only what another holds as often is repeated. */
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

  /** The logs that repeat more than two machines would by chance. */
  found(): RepeatedLog[] {
    return [...this.#counts]
      .map(([log, counts]) => ({ log, ...counts }))
      .filter(({ repeated, requests }) => repeated >= requests * LEAST_SHARE && repeated > 0);
  }
}
