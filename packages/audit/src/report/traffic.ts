/** Counts what a crawler received: octets, statuses and paths, in total and per day. */
import type { Hit } from '../hit.ts';
import { PeriodCounts } from './period-counts.ts';
import type { CrawlerRoom } from './room.ts';
import { FrequentKeys } from './sketches.ts';

/** The responses that a crawler received. */
export interface TrafficReport {
  /** Total octets of the responses, as logged. Only the `sized` requests contribute. */
  octets: number;
  /** Number of requests for which the log has the response size. */
  sized: number;
  /** The cost of `octets` at the given price. */
  cost?: number;
  /** Number of requests with each status. */
  statuses: Readonly<Record<string, number>>;
  /** The most frequent paths, without queries. Each count is too low by at most `error`. */
  topPaths: readonly { path: string; requests: number; error: number }[];
  /**
   * The last 400 days (UTC) with requests. For each: its requests, its `violation` and `never-asked` requests, and its
   * octets.
   */
  days: readonly (readonly [day: string, requests: number, against: number, octets: number])[];
}

const TOP_PATHS = 10;
const MOST_PATH = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

export class Traffic {
  readonly #paths: FrequentKeys;
  readonly #statuses = new Map<number, number>();
  readonly #days: PeriodCounts;
  #octets = 0;
  #sized = 0;

  constructor({ paths, days }: Pick<CrawlerRoom, 'paths' | 'days'>) {
    this.#paths = new FrequentKeys(paths);
    this.#days = new PeriodCounts(days);
  }

  add({ time, url, status, bytes }: Hit, isAgainst: boolean): void {
    if (bytes !== undefined) {
      this.#sized++;
      this.#octets += bytes;
    }
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    const query = url.indexOf('?');
    this.#paths.add(url.slice(0, Math.min(query < 0 ? url.length : query, MOST_PATH)));
    this.#days.add(Math.floor(time / DAY_MS), 1, isAgainst ? 1 : 0, bytes);
  }

  /** @param price - Price of 1,000,000,000 octets. */
  report(price?: number): TrafficReport {
    const statuses = [...this.#statuses].filter(([status]) => status > 0).sort(([a], [b]) => a - b);
    return {
      octets: this.#octets,
      sized: this.#sized,
      ...(price !== undefined && { cost: (this.#octets / 1e9) * price }),
      statuses: Object.fromEntries(statuses),
      topPaths: this.#paths
        .items()
        .slice(0, TOP_PATHS)
        .map(({ key, count, error }) => ({ path: key, requests: count, error })),
      days: Array.from(this.#days, ([day, ...counts]) => [dayOf(day), ...counts]),
    };
  }
}

/** The day as a date. Times in hostile logs can exceed the range of a date. */
function dayOf(day: number): string {
  return new Date(Math.min(Math.max(day * DAY_MS, -8.64e15), 8.64e15)).toISOString().slice(0, 10);
}
