/**
 * Requests that may not be made yet, by origin, in order, with the instants reserved for each origin. Nothing here
 * waits; a crawler polls, and gets what has come due.
 */
import type { CrawleeRequest } from './crawlee-types.ts';

/** A request that waits. */
export interface Held {
  request: CrawleeRequest;
  /** Epoch milliseconds. */
  since: number;
}

/** The requests of one origin, and what they wait for. */
export interface Lane {
  waiting: Held[];
  /** Instants reserved and not yet used, in order. */
  slots: number[];
  /** The delay of the last instant, and when a request was handed out last. */
  delayMs?: number;
  handedOutAt?: number;
  /** Until when robots.txt is not requested again, and since when it has been unreachable. */
  deferred?: { until: number; since: number };
}

/** All that wait. */
export interface WaitingRoom {
  readonly size: number;
  /** The lane of an origin, made where there is none. */
  lane(origin: string): Lane;
  /** The next lane whose first request can be looked at again. */
  due(now: number): Lane | undefined;
  /** Takes out those that have waited for longer than `ms`. */
  takeOlder(ms: number, now: number): CrawleeRequest[];
}

/** A slot missed by more than this is not used: the next one may already belong to another caller. */
export const maxLateMs = 1000;

/** Lanes that are remembered without requests, for their slots and their outages. */
const maxIdleLanes = 10_000;

export function createWaitingRoom(): WaitingRoom {
  const lanes = new Map<string, Lane>();
  return {
    get size() {
      let size = 0;
      for (const { waiting } of lanes.values()) size += waiting.length;
      return size;
    },
    lane(origin) {
      const known = lanes.get(origin);
      if (known !== undefined) return known;
      if (lanes.size >= maxIdleLanes) forgetIdle(lanes);
      const lane: Lane = { waiting: [], slots: [] };
      lanes.set(origin, lane);
      return lane;
    },
    due(now) {
      for (const lane of lanes.values()) if (isDue(lane, now)) return lane;
      return undefined;
    },
    takeOlder(ms, now) {
      const isOlder = ({ since }: Held): boolean => now - since > ms;
      return [...lanes.values()].flatMap((lane) => {
        const old = lane.waiting.filter(isOlder);
        if (old.length > 0) lane.waiting = lane.waiting.filter((held) => !isOlder(held));
        return old.map(({ request }) => request);
      });
    },
  };
}

function isDue(lane: Lane, now: number): boolean {
  if (lane.waiting.length === 0) return false;
  if (lane.deferred !== undefined) return now >= lane.deferred.until;
  dropMissed(lane, now);
  return lane.slots[0] === undefined || lane.slots[0] <= now;
}

/** Without a slot, the next request reserves one. */
function dropMissed({ slots }: Lane, now: number): void {
  while (slots[0] !== undefined && slots[0] < now - maxLateMs) slots.shift();
}

function forgetIdle(lanes: Map<string, Lane>): void {
  for (const [origin, { waiting }] of lanes) if (waiting.length === 0) lanes.delete(origin);
}
