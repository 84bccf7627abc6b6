/**
 * When requests were last sent, as seen by this process: pages by origin and crawler, robots.txt by origin. A delay
 * counts from there, because a request may be sent later than its reserved instant.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** Remembers instants, in epoch milliseconds by the client's clock. */
export interface SentTimes {
  /** Later instants replace earlier ones. */
  note(key: string, at: number): void;
  /** Never in the future; undefined if nothing is known. */
  last(key: string): number | undefined;
}

/** Limit on the keys remembered; the least recently used are dropped. */
const maxKeys = 100_000;

export function createSentTimes(clock: Clock): SentTimes {
  // With `max`, the cache would allocate all of its places at once: megabytes and milliseconds per client.
  const times = new LRUCache<string, number>({ maxSize: maxKeys, sizeCalculation: () => 1 });

  /** An instant in the future was recorded before the clock was set back: it is treated as now, once. */
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
