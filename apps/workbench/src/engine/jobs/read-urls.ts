/** URLs of a pasted list: lines, a table or a sitemap. */
import { LocationReader } from '@robots-exclusion/client/location-reader';
import type { UrlList, UrlProgress } from '../protocol.ts';
import { listedUrl } from '../question-text.ts';
import { MAX_URL_LENGTH } from './urls-from-rules.ts';

/** Limit on the rows of the matrix. */
export const MAX_URLS = 50_000;
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

interface UrlTable {
  readonly rows: Iterable<{ readonly url: string; readonly weight?: number }>;
  readonly unit: string;
}

/** Names of columns that count visits, in order of preference. */
const UNITS = [
  'clicks',
  'hits',
  'visits',
  'requests',
  'sessions',
  'pageviews',
  'views',
  'impressions',
  'count',
];

function readTable(text: string): UrlTable {
  const end = text.search(/[\r\n]/);
  const head = cellsOf(end < 0 ? text : text.slice(0, end)).map((cell) => cell.toLowerCase());
  const isHead =
    head.length > 1 &&
    /^(?:url|urls|page|pages|top pages|path|address|uri|landing page)$/.test(head[0] ?? '');
  const unit = UNITS.find((name) => head.includes(name));
  const column = isHead && unit !== undefined ? head.indexOf(unit) : 1;
  return { unit: unit ?? 'hits', rows: rowsOf(text, column, isHead) };
}

function* rowsOf(text: string, column: number, isHead: boolean) {
  let isFirst = true;
  for (const line of linesOf(text)) {
    if (isFirst && isHead) {
      isFirst = false;
      continue;
    }
    isFirst = false;
    const cells = cellsOf(line);
    const weight = numberOf(cells[column]);
    yield { url: cells[0] ?? '', ...(weight !== undefined && { weight }) };
  }
}

/** Yields lines one by one, because a list may have millions. */
function* linesOf(text: string): Generator<string> {
  let from = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n?|\n/g)) {
    yield text.slice(from, index);
    from = index + end.length;
  }
  yield text.slice(from);
}

/** Splits a line at tabs, or at commas before a quoted cell or a number. A URL may contain other commas. */
function cellsOf(line: string): string[] {
  const trimmed = line.trim();
  if (trimmed.includes('\t')) return trimmed.split('\t').map(unquoted);
  const quoted = /^"((?:[^"]|"")*)"(?:,(.*))?$/.exec(trimmed);
  if (quoted) return [(quoted[1] as string).replaceAll('""', '"'), ...restOf(quoted[2] ?? '')];
  const [, url, rest] = /^([^,\s]+)((?:,"?\d[\d.]*%?"?)+)$/.exec(trimmed) ?? [];
  if (url !== undefined && rest !== undefined) return [url, ...restOf(rest.slice(1))];
  // A header row contains only words.
  if (/^[a-z ]+(?:,[a-z ]+)+$/i.test(trimmed)) return restOf(trimmed);
  return [trimmed];
}

function restOf(text: string): string[] {
  return text === '' ? [] : text.split(',').map(unquoted);
}

function unquoted(cell: string): string {
  return cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
}

function numberOf(cell: string | undefined): number | undefined {
  return cell !== undefined && /^\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : undefined;
}
