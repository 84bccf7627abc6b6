/** Which URLs of a request belong to one site. */
import { locate } from '@robots-exclusion/client';
import { LRUCache } from 'lru-cache';

/** URLs of one origin; those that have none, and those that are not URLs, each together. */
export interface Site {
  /** Absent for URLs without authority. */
  origin?: string | undefined;
  isUrl: boolean;
  /** Of its URLs among all. */
  indexes: number[];
}

/** The sites of the URLs, the first of them last. */
export function sitesOf(urls: readonly string[]): Site[] {
  const sites = new Map<string, Site>();
  for (const [index, url] of urls.entries()) {
    const { isUrl, origin } = originOf(url);
    const key = origin ?? String(isUrl);
    const found = sites.get(key);
    if (found) found.indexes.push(index);
    else sites.set(key, { isUrl, origin, indexes: [index] });
  }
  return [...sites.values()].reverse();
}

interface Origin {
  isUrl: boolean;
  origin?: string | undefined;
}

/** Beginnings of URLs that were read before. */
const known = new LRUCache<string, Origin>({ max: 1000 });

function originOf(url: string): Origin {
  const beginning = BEGINNING.exec(url)?.[0];
  if (beginning === undefined) return read(url);
  const before = known.get(beginning);
  if (before !== undefined) return before;
  const origin = read(url);
  known.set(beginning, origin);
  return origin;
}

/** Scheme, a host without any oddity, and port: whatever follows then, nothing of it changes them. */
const BEGINNING = /^https?:\/\/[a-z0-9.-]{1,253}(?::[0-9]{1,5})?(?=\/)/;

function read(url: string): Origin {
  try {
    return { isUrl: true, origin: locate(url)?.origin };
  } catch {
    return { isUrl: false };
  }
}
