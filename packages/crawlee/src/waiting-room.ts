/**
 * Stores requests that may not be made yet, by origin and in order, with the instants reserved for each origin. It uses
 * no timers: a crawler polls it and gets the requests that are due.
 */
import type { CrawleeRequest } from './crawlee-types.ts';

export interface Held {
  request: CrawleeRequest;
  /** The start of the wait, in epoch milliseconds. */
  since: number;
}

/** The waiting requests of one origin, and the reasons why they wait. */
export interface Lane {
  waiting: Held[];
  /** Instants that are reserved but not used yet, in order. */
  slots: number[];
  /** The delay that applied to the last instant. The next member is the time at which a request was last handed out. */
  delayMs?: number;
  handedOutAt?: number;
  /** `until`: when robots.txt will be requested again. `since`: when it became unreachable. */
  deferred?: { until: number; since: number };
}

export interface WaitingRoom {
  readonly size: number;
  /** The lane of an origin; created if it does not exist. */
  lane(origin: string): Lane;
  /** The next lane whose first request can be checked again. */
  due(now: number): Lane | undefined;
  /** Removes and returns the requests that have waited longer than `ms`. */
  takeOlder(ms: number, now: number): CrawleeRequest[];
}

/**
 * An instant that was missed by more than this is dropped, because the next instant may already belong to another
 * caller.
 */
export const maxLateMs = 1000;

/**
 * Limit on the lanes that are kept although no requests wait in them, because of their reserved instants or outages.
 */
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

/** Drops missed instants. If no instant is left, the next request reserves a new one. */
function dropMissed({ slots }: Lane, now: number): void {
  while (slots[0] !== undefined && slots[0] < now - maxLateMs) slots.shift();
}

function forgetIdle(lanes: Map<string, Lane>): void {
  for (const [origin, { waiting }] of lanes) if (waiting.length === 0) lanes.delete(origin);
}
