/**
 * The times at which this process last sent requests: for pages by origin and crawler, for robots.txt by origin. Delays
 * count from these times, because a request may be sent later than its reserved time.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { lineKey as keyOf } from '../store/keys.ts';

/** Remembers times, in epoch milliseconds by the client's clock. */
export interface SentTimes {
  /** Records a time. A later time replaces an earlier one. */
  note(key: string, at: number): void;
  /** The last time, never in the future; undefined if none is known. */
  last(key: string): number | undefined;
}

/** Limit on the keys remembered; the least recently used are dropped. */
const maxKeys = 100_000;

export function createSentTimes(clock: Clock): SentTimes {
  // With `max`, the cache would allocate all of its entries at once, which costs megabytes and milliseconds per client.
  const times = new LRUCache<string, number>({ maxSize: maxKeys, sizeCalculation: () => 1 });

  /**
   * Reads the last time. A time in the future means that the clock was set back, so it is replaced by the current time.
   */
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

/** The key, which does not depend on the order or the case of the product tokens. */
export function lineKey(origin: string, productTokens: readonly string[]): string {
  const crawler = productTokens
    .map((token) => token.toLowerCase())
    .toSorted()
    .join('+');
  return keyOf(origin, crawler);
}
