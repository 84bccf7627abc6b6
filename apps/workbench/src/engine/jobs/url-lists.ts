/** Reads lists of URLs: pasted lines, tables or sitemaps. */
import { LocationReader } from '@robots-exclusion/server/sitemaps';
import type { UrlList, UrlProgress } from '../protocol.ts';
import { listedUrl } from '../question-text.ts';
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
  const urls = new Map<string, number>();
  const order: number[] = [];
  const weights = new Map<string, number>();
  // Pasted text may begin anywhere in a sitemap.
  const firstLocation = text.indexOf('<loc>');
  const sitemap = firstLocation < 0 ? undefined : yield* fromSitemap(text, firstLocation);
  const table = sitemap ? undefined : readTable(text);
  let omitted = sitemap?.skipped ?? 0;
  let length = 0;
  let read = 0;
  for (const { url: listed, weight } of sitemap?.rows ?? table?.rows ?? []) {
    const url = listedUrl(listed);
    if (++read % ROWS_A_SLICE === 0) yield { read };
    if (url === '') continue;
    if (weight !== undefined) weights.set(url, (weights.get(url) ?? 0) + weight);
    const known = urls.get(url);
    if (known !== undefined) {
      if (order.length < MAX_URLS) order.push(known);
      continue;
    }
    const isTooMuch = urls.size >= MAX_URLS || length + url.length > MAX_TOTAL_LENGTH;
    if (url.length > MAX_URL_LENGTH || isTooMuch) omitted++;
    else {
      order.push(urls.size);
      urls.set(url, urls.size);
      length += url.length;
    }
  }
  const hasWeights = weights.size > 0 && weights.size >= urls.size / 2;
  return {
    urls: [...urls.keys()],
    omitted,
    ...(order.length > urls.size && { order }),
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
