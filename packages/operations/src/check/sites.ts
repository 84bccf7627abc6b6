/** Which URLs of a question belong to one site. */
import { parseUrl } from '@robots-exclusion/client/url';
import { LRUCache } from 'lru-cache';

/** URLs of one site; or one text that is not a URL. */
export interface Site {
  readonly isUrl: boolean;
  /** Of its URLs among all. */
  readonly indexes: number[];
}

/** The sites of the URLs, the first of them last. A URL without an origin is a site of its own. */
export function sitesOf(urls: readonly string[]): Site[] {
  const sites = new Map<string, Site>();
  for (const [index, url] of urls.entries()) {
    const origin = originOf(url);
    const key = origin ?? url;
    const found = sites.get(key);
    if (found) found.indexes.push(index);
    else sites.set(key, { isUrl: origin !== undefined || parseUrl(url) !== undefined, indexes: [index] });
  }
  return [...sites.values()].reverse();
}

/** Beginnings of URLs that were read before. */
const known = new LRUCache<string, string>({ max: 1000 });

/** The origin of a URL; undefined where it has none, or is none. */
export function originOf(url: string): string | undefined {
  const beginning = BEGINNING.exec(url)?.[0];
  const before = beginning === undefined ? undefined : known.get(beginning);
  if (before !== undefined) return before;
  const origin = parseUrl(url)?.origin;
  if (origin === undefined || origin === 'null') return undefined;
  if (beginning !== undefined) known.set(beginning, origin);
  return origin;
}

/** Scheme, a host without any oddity, and port: whatever follows then, nothing of it changes them. */
const BEGINNING = /^https?:\/\/[a-z0-9.-]{1,253}(?::[0-9]{1,5})?(?=\/)/;
