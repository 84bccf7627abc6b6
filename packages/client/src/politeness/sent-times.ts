/**
 * When requests were sent last, by what this process sees: pages by origin and crawler, robots.txt by origin. A delay
 * counts from there, because what an instant was reserved for may have been sent later.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** Remembers instants, in epoch milliseconds by the client's clock. */
export interface SentTimes {
  /** Later ones count. */
  note(key: string, at: number): void;
  /** Never in the future; undefined where nothing is known. */
  last(key: string): number | undefined;
}

/** Keys that are remembered, the least recently used go first. */
const maxKeys = 100_000;

export function createSentTimes(clock: Clock): SentTimes {
  // With `max`, the cache allocates all of its places at once: megabytes and milliseconds for each client.
  const times = new LRUCache<string, number>({ maxSize: maxKeys, sizeCalculation: () => 1 });

  /** What lies in the future was noted before the clock was set back: as if it were now, once. */
  function last(key: string): number | undefined {
    const known = times.get(key);
    const now = clock.now();
    if (known === undefined || known <= now) return known;
    times.set(key, now);
    return now;
  }

  return {
    note(key, at) {
      if (at > (last(key) ?? Number.NEGATIVE_INFINITY)) times.set(key, at);
    },
    last,
  };
}
