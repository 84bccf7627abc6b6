/** Provides the parsed robots.txt of a site, for answers that need more than the client's decisions. */
import type { CheckOptions, RobotsClient } from '@robots-exclusion/client';
import { LRUCache } from 'lru-cache';
import { parse, type RobotsDocument } from 'robots-exclusion';

const MAX_OCTETS = 8 * 1024 * 1024;

export interface Documents {
  /**
   * The document for a URL; `undefined` if its site has none. If the client may not store a file, the file is fetched
   * again, because the answer needs its contents.
   */
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

/**
 * Options for parsing a body. For a truncated copy, the limit is one octet less than the copy's length, so that the
 * parser treats the last line as cut off.
 */
function readingOf(body: Uint8Array, isTruncated = false): { maxBytes: number } {
  return { maxBytes: Math.max(1, isTruncated ? body.length - 1 : body.length) };
}
