/** Reads the body of a response: its elements for crawlers, and whether the page has content. Pure. */
import type { MetaRobots, PageLink } from 'robots-exclusion/usage';
import type { PageAnswer } from './probe.ts';
import { type PageFacts, readHtml } from './read-html.ts';

/** A page that was served. */
export interface ReadPage {
  readonly meta: readonly MetaRobots[];
  readonly links: readonly PageLink[];
  /** Characters of text of an HTML page; octets of anything else. */
  readonly size: number;
  readonly unit: 'characters of text' | 'octets';
  /** The whole body was read, so the absence of something is known. */
  readonly isWhole: boolean;
  /** It has neither text nor anything that is visible without text. */
  readonly isEmpty: boolean;
}

const NOTHING: PageFacts = { meta: [], links: [], textCharacters: 0, hasMedia: false };

/** @param tokens The crawler's product tokens, to which meta elements may be addressed. */
export function readPage({ headers, body }: PageAnswer, tokens: readonly string[]): ReadPage {
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
    isWhole: body.end === 'whole',
    isEmpty: body.end === 'whole' && !hasText,
  };
}

/**
 * A crawler's page counts as shortened if it has less than half of the other client's text, and at least this much
 * less.
 */
const LEAST_DIFFERENCE = 500;

/** The crawler gets less than half of the page that others get. Unknown for pages that were not read to the end. */
export function isShortened(crawler: ReadPage, other: ReadPage): boolean {
  // A part of the other page is enough.
  if (!crawler.isWhole || crawler.unit !== other.unit) return false;
  return crawler.size * 2 < other.size && other.size - crawler.size >= LEAST_DIFFERENCE;
}
