/** Token buckets: a client may make `burst` requests at once and `perSecond` in the long run. */
import { LRUCache } from 'lru-cache';
import type { RateLimit } from '../limits.ts';

/** Counts the requests of clients. */
export interface RateMeter {
  /** Takes one token; undefined when it was there, else the seconds until it will be. */
  take(client: string): number | undefined;
}

/** Clients that are remembered; of more, whoever was quiet longest begins with a full bucket again. */
const maxClients = 50_000;

/** A meter on a monotonic clock in milliseconds. */
export function createRateMeter(
  { perSecond, burst }: RateLimit,
  now: () => number = performance.now.bind(performance),
): RateMeter {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: maxClients });
  return {
    take(client) {
      const at = now();
      const bucket = buckets.get(client) ?? { tokens: burst, at };
      const tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
      const isThere = tokens >= 1;
      buckets.set(client, { tokens: isThere ? tokens - 1 : tokens, at });
      return isThere ? undefined : Math.max(1, Math.ceil((1 - tokens) / perSecond));
    },
  };
}
