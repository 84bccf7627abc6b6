/** The parsed files of sites that were asked about, for answers that need more than the client's decision. */
import type { CheckOptions, RobotsClient } from '@robots-exclusion/client';
import { LRUCache } from 'lru-cache';
import { parse, type RobotsDocument } from 'robots-exclusion';

const MAX_OCTETS = 8 * 1024 * 1024;

/** Gives the document that holds for a URL; `undefined` where its site has none. */
export interface Documents {
  /** A file that may not be kept is fetched again: nobody may conclude that a site states nothing because of that. */
  of(url: string, asked: Pick<CheckOptions, 'signal' | 'beforeFetch'>): Promise<RobotsDocument | undefined>;
}

export function createDocuments(client: RobotsClient): Documents {
  const kept = new LRUCache<string, RobotsDocument>({
    maxSize: MAX_OCTETS,
    sizeCalculation: ({ octets }) => octets.length + 1,
  });
  return {
    async of(url, asked) {
      const cached = await client.robots(url, { ...asked, mode: 'cache-only' });
      const record = cached.outcome === 'not-cached' ? await client.robots(url, asked) : cached;
      const { body, isTruncated, evidence } = record;
      if (body === undefined) return undefined;
      const digest = evidence?.copy?.digest;
      const key = `${digest} ${isTruncated}`;
      const document = (digest && kept.get(key)) || parse(body, readingOf(body, isTruncated));
      if (digest) kept.set(key, document);
      return document;
    },
  };
}

/** A copy that was cut ends with an octet too many, so that the parser knows that its last line was cut. */
function readingOf(body: Uint8Array, isTruncated = false): { maxBytes: number } {
  return { maxBytes: Math.max(1, isTruncated ? body.length - 1 : body.length) };
}
