/**
 * Token buckets: a client may use `burst` tokens immediately and `perSecond` tokens per second on average. A token is a
 * request or a millisecond of processor time.
 */
import { LRUCache } from 'lru-cache';
import type { RateLimit } from '../limits.ts';

export interface Buckets {
  /** Takes one token and returns undefined; if none is left, returns the seconds until the next token. */
  take(client: string): number | undefined;
  /** Returns the seconds until a token is available; undefined if a token is available now. */
  wait(client: string): number | undefined;
  /** Deducts tokens that have already been used. The balance may become negative. */
  spend(client: string, tokens: number): void;
}

/**
 * The maximum number of clients that are remembered. If there are more, the client that was idle longest is forgotten
 * and starts again with a full bucket.
 */
const maxClients = 50_000;

export function createBuckets(
  { perSecond, burst }: RateLimit,
  now: () => number = performance.now.bind(performance),
): Buckets {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: maxClients });

  function filled(client: string): { tokens: number; at: number } {
    const at = now();
    let bucket = buckets.get(client);
    if (bucket === undefined) {
      bucket = { tokens: burst, at };
      buckets.set(client, bucket);
    }
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    return bucket;
  }

  function waitFor({ tokens }: { tokens: number }): number | undefined {
    return tokens >= 1 ? undefined : Math.max(1, Math.ceil((1 - tokens) / perSecond));
  }

  return {
    take(client) {
      const bucket = filled(client);
      const wait = waitFor(bucket);
      if (wait === undefined) bucket.tokens -= 1;
      return wait;
    },
    wait: (client) => waitFor(filled(client)),
    spend(client, tokens) {
      filled(client).tokens -= tokens;
    },
  };
}
