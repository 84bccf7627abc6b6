/** Groups the URLs of a query by site. */
import { parseUrl } from '@robots-exclusion/client/url';
import { LRUCache } from 'lru-cache';

/** The URLs of one site, or a single text that is not a URL. */
export interface Site {
  readonly isUrl: boolean;
  /** The indexes of the site's URLs among all URLs. */
  readonly indexes: number[];
}

/**
 * Groups the URLs by site, and returns the sites in reverse order of their first URLs. A URL without an origin forms
 * its own site.
 */
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

/** Cached origins, keyed by the part of a URL that `BEGINNING` matches. */
const known = new LRUCache<string, string>({ max: 1000 });

/** The origin of a URL; `undefined` if it has none or is invalid. */
export function originOf(url: string): string | undefined {
  const beginning = BEGINNING.exec(url)?.[0];
  const before = beginning === undefined ? undefined : known.get(beginning);
  if (before !== undefined) return before;
  const origin = parseUrl(url)?.origin;
  if (origin === undefined || origin === 'null') return undefined;
  if (beginning !== undefined) known.set(beginning, origin);
  return origin;
}

/** Matches a scheme, an ordinary host and a port, followed by `/`. The rest of such a URL cannot change its origin. */
const BEGINNING = /^https?:\/\/[a-z0-9.-]{1,253}(?::[0-9]{1,5})?(?=\/)/;
