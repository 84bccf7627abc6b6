/** Lists of URLs: as pasted, one a line or as a sitemap, and as the rules themselves suggest them. */
import { prepared } from '../drafts.ts';
import type { DraftQuestion, UrlList } from '../protocol.ts';
import { readTable } from './url-table.ts';

/** Rows that the matrix takes. */
export const MAX_URLS = 50_000;
/** Code units of one URL; longer ones are left out and counted. */
const MAX_URL_LENGTH = 8192;

/** URLs of a pasted text, each once. Whatever is not a URL stays: its row will say so. */
export function readUrls({ text }: { readonly text: string }): UrlList {
  const urls = new Set<string>();
  const weights = new Map<string, number>();
  const table = text.includes('<loc>') ? undefined : readTable(text);
  let omitted = 0;
  for (const { url, weight } of table?.rows ?? locations(text)) {
    if (url === '') continue;
    if (weight !== undefined) weights.set(url, (weights.get(url) ?? 0) + weight);
    if (urls.has(url)) continue;
    if (url.length > MAX_URL_LENGTH || urls.size >= MAX_URLS) omitted++;
    else urls.add(url);
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

/** Contents of `<loc>` elements, found without a parser of XML: nothing of the text is ever made into nodes. */
function* locations(text: string): Generator<UrlRow> {
  for (let at = text.indexOf('<loc>'); at >= 0; at = text.indexOf('<loc>', at + 5)) {
    const end = text.indexOf('</loc>', at);
    if (end < 0) return;
    const content = text.slice(at + 5, end).trim();
    yield { url: unescaped(content.startsWith('<![CDATA[') ? content.slice(9, -3) : content) };
  }
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
]);

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities.get(entity) as string);
}

/** Patterns that URLs are made of, at most. */
const MAX_PATTERNS = 500;

/** URLs on which the rules decide: each pattern's stars stand for a word, and what follows an open end is tried too. */
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
