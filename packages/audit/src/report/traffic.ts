/** What a crawler received: octets, statuses, paths, and the development per day. */
import type { Hit } from '../hit.ts';
import { FrequentKeys } from './sketches.ts';

/** What a crawler was served. */
export interface TrafficReport {
  /** Octets of responses, as the log counts them; of `sized` requests. */
  octets: number;
  /** Requests for which the log has the response size. */
  sized: number;
  /** `octets` at the price that was named. */
  cost?: number;
  /** Requests of each status. */
  statuses: Readonly<Record<string, number>>;
  /** The paths that were requested most, without their queries. Each count is too low by at most `error`. */
  topPaths: readonly { path: string; requests: number; error: number }[];
  /** Of each day (UTC) with requests, the last 400: requests, those that violated or never asked, and octets. */
  days: readonly (readonly [day: string, requests: number, against: number, octets: number])[];
}

/** How much is kept of a crawler. */
export interface TrafficRoom {
  readonly paths: number;
  readonly days: number;
}

/** Crawlers that somebody knows. */
export const KNOWN_ROOM: TrafficRoom = { paths: 256, days: 400 };
/** A hostile log has thousands of others. */
export const UNKNOWN_ROOM: TrafficRoom = { paths: 16, days: 16 };

const TOP_PATHS = 10;
const MOST_PATH = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Traffic while it grows. */
export class Traffic {
  readonly #room: TrafficRoom;
  readonly #paths: FrequentKeys;
  readonly #statuses = new Map<number, number>();
  readonly #days = new Map<number, [requests: number, against: number, octets: number]>();
  #octets = 0;
  #sized = 0;

  constructor(room: TrafficRoom) {
    this.#room = room;
    this.#paths = new FrequentKeys(room.paths);
  }

  add({ time, url, status, bytes }: Hit, isAgainst: boolean): void {
    if (bytes !== undefined) {
      this.#sized++;
      this.#octets += bytes;
    }
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    const query = url.indexOf('?');
    this.#paths.add(url.slice(0, Math.min(query < 0 ? url.length : query, MOST_PATH)));
    this.#addDay(Math.floor(time / DAY_MS), isAgainst, bytes ?? 0);
  }

  /** @param price - Of 1,000,000,000 octets. */
  report(price?: number): TrafficReport {
    const statuses = [...this.#statuses].filter(([status]) => status > 0).sort(([a], [b]) => a - b);
    const days = [...this.#days].sort(([a], [b]) => a - b);
    return {
      octets: this.#octets,
      sized: this.#sized,
      ...(price !== undefined && { cost: (this.#octets / 1e9) * price }),
      statuses: Object.fromEntries(statuses),
      topPaths: this.#paths
        .items()
        .slice(0, TOP_PATHS)
        .map(({ key, count, error }) => ({ path: key, requests: count, error })),
      days: days.map(([day, counts]) => [dayOf(day), ...counts]),
    };
  }

  #addDay(day: number, isAgainst: boolean, octets: number): void {
    let counts = this.#days.get(day);
    if (!counts) {
      if (this.#days.size >= this.#room.days) {
        const oldest = Math.min(...this.#days.keys());
        if (day < oldest) return;
        this.#days.delete(oldest);
      }
      counts = [0, 0, 0];
      this.#days.set(day, counts);
    }
    counts[0]++;
    if (isAgainst) counts[1]++;
    counts[2] += octets;
  }
}

/** Times in hostile logs can exceed the range of a date. */
function dayOf(day: number): string {
  return new Date(Math.min(Math.max(day * DAY_MS, -8.64e15), 8.64e15)).toISOString().slice(0, 10);
}
