/** Creates lists of URLs: from pasted lines or sitemaps, or from the rules. */
import { LocationReader } from '@robots-exclusion/server/sitemaps';
import { prepared } from '../drafts.ts';
import type { DraftQuestion, UrlList, UrlProgress } from '../protocol.ts';
import { readTable } from './url-table.ts';

/** Limit on the rows of the matrix. */
export const MAX_URLS = 50_000;
/** Limit on the code units of one URL; longer ones are dropped and counted. */
const MAX_URL_LENGTH = 8192;
/** Limit on the code units of all URLs, because each worker gets a copy. */
const MAX_TOTAL_LENGTH = 16 * 1024 * 1024;

/** Rows per slice. Between slices, the worker checks whether another list was requested. */
const ROWS_A_SLICE = 20_000;
const UNITS_A_SLICE = 4 * 1024 * 1024;

/** URLs of a pasted text, without duplicates. Invalid ones stay in the list, and their rows are marked. */
export function* readUrls({ text }: { readonly text: string }): Generator<UrlProgress, UrlList> {
  const urls = new Set<string>();
  const weights = new Map<string, number>();
  // Pasted text may begin anywhere in a sitemap.
  const firstLocation = text.indexOf('<loc>');
  const sitemap = firstLocation < 0 ? undefined : yield* fromSitemap(text, firstLocation);
  const table = sitemap ? undefined : readTable(text);
  let omitted = sitemap?.skipped ?? 0;
  let length = 0;
  let read = 0;
  for (const { url, weight } of sitemap?.rows ?? table?.rows ?? []) {
    if (++read % ROWS_A_SLICE === 0) yield { read };
    if (url === '') continue;
    if (weight !== undefined) weights.set(url, (weights.get(url) ?? 0) + weight);
    if (urls.has(url)) continue;
    const isTooMuch = urls.size >= MAX_URLS || length + url.length > MAX_TOTAL_LENGTH;
    if (url.length > MAX_URL_LENGTH || isTooMuch) omitted++;
    else {
      urls.add(url);
      length += url.length;
    }
  }
  const hasWeights = weights.size > 0 && weights.size >= urls.size / 2;
  return {
    urls: [...urls],
    omitted,
    ...(hasWeights && { weights: { unit: table?.unit ?? 'hits', byUrl: weights } }),
  };
}

interface UrlRow {
  readonly url: string;
  readonly weight?: number;
}

interface SitemapRows {
  readonly rows: readonly UrlRow[];
  readonly skipped: number;
}

/** Reads a sitemap in the same way as the service. */
function* fromSitemap(text: string, first: number): Generator<UrlProgress, SitemapRows> {
  const reader = new LocationReader(Number.POSITIVE_INFINITY);
  for (let from = first; from < text.length; from += UNITS_A_SLICE) {
    reader.push(text.slice(from, from + UNITS_A_SLICE));
    yield { read: reader.locations.length };
  }
  reader.end();
  return { rows: reader.locations.map((url) => ({ url })), skipped: reader.skipped };
}

/** Limit on the patterns from which URLs are generated. */
const MAX_PATTERNS = 500;

/**
 * URLs made from the patterns of the rules. A word replaces each star of a pattern. A pattern that ends with `$` or a
 * slash also gives a longer URL.
 */
export function urlsFromRules({ draft, origin }: DraftQuestion & { readonly origin: string }): UrlList {
  const urls = new Set<string>([`${origin}/`]);
  let omitted = 0;
  for (const { kind, value } of prepared(draft).document.records) {
    if ((kind !== 'allow' && kind !== 'disallow') || !/^[/*]/.test(value)) continue;
    if (urls.size > 2 * MAX_PATTERNS) omitted++;
    else for (const path of pathsFor(value)) urls.add(origin + path);
  }
  return { urls: [...urls], omitted };
}

function pathsFor(pattern: string): readonly string[] {
  const isAnchored = pattern.endsWith('$');
  const text = (isAnchored ? pattern.slice(0, -1) : pattern).replace(/\*+/g, 'any');
  const path = (text.startsWith('/') ? text : `/${text}`).slice(0, MAX_URL_LENGTH);
  if (isAnchored) return [path, `${path}/more`];
  return path.endsWith('/') ? [path, `${path}page`] : [path];
}
