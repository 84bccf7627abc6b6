/**
 * Extracts the elements for crawlers from the body of a response, and determines whether the page has content. Pure.
 */
import type { MetaRobots, PageLink } from 'robots-exclusion/usage';
import { type PageBody, textOf } from './page-body.ts';
import type { PageAnswer } from './probe.ts';
import { type PageFacts, readHtml } from './read-html.ts';

/** A page that was served. */
export interface ReadPage {
  readonly meta: readonly MetaRobots[];
  readonly links: readonly PageLink[];
  /** The size of the page, in the unit `unit`: text characters for an HTML page, octets for any other page. */
  readonly size: number;
  readonly unit: 'characters of text' | 'octets';
  /** The number of octets that were read. */
  readonly octets: number;
  /** How the body ended. The absence of an element is certain only if the body is `whole`. */
  readonly end: PageBody['end'];
  /** Whether the page has neither text nor any element that is visible without text. */
  readonly isEmpty: boolean;
}

const NOTHING: PageFacts = { meta: [], links: [], textCharacters: 0, hasMedia: false };

/** @param tokens The crawler's product tokens, which meta elements may address. */
export function readPage(
  { headers, body }: Pick<PageAnswer, 'headers' | 'body'>,
  tokens: readonly string[],
): ReadPage {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';', 1);
  const isXml = type.trim() === 'application/xhtml+xml';
  const isHtml =
    isXml || type.trim() === 'text/html' || (type.trim() === '' && /^\s{0,256}</.test(body.text));
  const names = new Set([
    'robots',
    'tdm-reservation',
    'tdm-policy',
    ...tokens.map((token) => token.toLowerCase()),
  ]);
  const facts = isHtml ? readHtml(body.text, (name) => names.has(name), isXml) : NOTHING;
  const hasText = isHtml ? facts.textCharacters > 0 || facts.hasMedia : /\S/.test(body.text);
  return {
    meta: facts.meta,
    links: facts.links,
    size: isHtml ? facts.textCharacters : body.bytes,
    unit: isHtml ? 'characters of text' : 'octets',
    octets: body.bytes,
    end: body.end,
    isEmpty: body.end === 'whole' && !hasText,
  };
}

/**
 * The meta elements of a page that address all crawlers, or crawlers with these tokens, such as `robots`,
 * `tdm-reservation` or `googlebot`. Comments, scripts and other raw text contain no elements, and neither does a page
 * that is not HTML.
 *
 * @param octets The body, or its beginning.
 * @example
 * ```ts
 * import { metaOf } from '@robots-exclusion/client/preflight';
 *
 * const page = new TextEncoder().encode('<!-- <meta name="robots" content="none"> --><META NAME=robots CONTENT=noindex>');
 * metaOf(page, 'text/html', ['Googlebot']); // [{ name: 'robots', content: 'noindex' }]
 * ```
 */
export function metaOf(
  octets: Uint8Array,
  contentType: string,
  tokens: readonly string[],
): readonly MetaRobots[] {
  const body = { text: textOf(octets, contentType), bytes: octets.length, end: 'cut' } as const;
  return readPage({ headers: { 'content-type': contentType }, body }, tokens).meta;
}

/** The minimum difference in size between a shortened page and the page that other clients get. */
const LEAST_DIFFERENCE = 500;

/**
 * Whether the crawler gets less than half of the page that other clients get. False if the crawler's page was cut or
 * broken.
 */
export function isShortened(crawler: ReadPage, other: ReadPage): boolean {
  // The other page need not have been read in full: a part of it that is large enough suffices.
  if (crawler.end !== 'whole' || crawler.unit !== other.unit) return false;
  return crawler.size * 2 < other.size && other.size - crawler.size >= LEAST_DIFFERENCE;
}
