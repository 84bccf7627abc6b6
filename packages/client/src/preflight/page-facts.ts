/** Reads a page that was served: its elements for crawlers, and whether it has content. Pure. */

import { Parser } from 'htmlparser2';
import { type MetaRobots, metaNamesFor, type PageLink } from 'robots-exclusion/usage';
import { fieldLines, type ResponseFields } from '../transport/response-head.ts';
import { OpenElements } from '../xml/open-elements.ts';
import {
  decoderFor,
  MAX_PAGE_BYTES,
  markOf,
  mediaTypeOf,
  type PageBody,
  pageBodyOf,
  pageKind,
} from './page-body.ts';
import { ElementCollector, type PageElements } from './page-elements.ts';
import { readHtml, XHTML } from './read-html.ts';
import type { PageAsset } from './style-assets.ts';

/** A page that was served. */
export interface ReadPage {
  readonly meta: readonly MetaRobots[];
  readonly links: readonly PageLink[];
  /** Files that the page needs to be shown, as absolute URLs; at most 100. */
  readonly assets: readonly PageAsset[];
  /** Whether the page names more files than `assets` has. */
  readonly hasMoreAssets: boolean;
  /** The text of the title; undefined if the page has none, or is not HTML. */
  readonly title: string | undefined;
  readonly hasPasswordField: boolean;
  /** The size of the page, in the unit `unit`: text characters for an HTML page, octets for any other page. */
  readonly size: number;
  readonly unit: 'characters of text' | 'octets';
  /** The number of octets that were read. */
  readonly octets: number;
  /** How the body ended. The absence of an element is certain only if the body is `whole`. */
  readonly end: PageBody['end'];
  /** Whether the page has neither text nor any element that is visible without text. */
  readonly isEmpty: boolean;
  /**
   * The reason why the page may contain elements that were not read; undefined if it was read in full, or if pages of
   * its type have none.
   */
  readonly unread?: string;
  /** Whether nothing of the page could be read, if `unread` says why. */
  readonly isUnknown: boolean;
}

/** What is read of a response. */
export type PageResponse = ResponseFields & { readonly body: PageBody; readonly finalUrl: string };

/** Names of meta elements that concern every crawler. */
const FOR_ALL = ['robots', 'tdm-reservation', 'tdm-policy'];

/** @param names The names of the meta elements to keep, in lower case, besides those for all crawlers. */
export function readPage(response: PageResponse, names: Iterable<string>): ReadPage {
  const { body } = response;
  const type = mediaTypeOf(fieldLines(response, 'content-type'));
  const guess = pageKind(type, body.text);
  // Text without a "<" has no elements, however it is read.
  const kind = guess === 'undetermined' && !body.text.includes('<') && body.end === 'whole' ? 'other' : guess;
  const wanted = new Set([...FOR_ALL, ...names]);
  const isWanted = (name: string): boolean => wanted.has(name);
  const isPacked = body.octets[0] === 0x1f && body.octets[1] === 0x8b;
  const isRead = (kind === 'html' || kind === 'xml') && !isPacked;
  const elements = isRead ? readElements(response, kind, type.charset, isWanted) : NOTHING;
  const isText = kind === 'html' || (kind === 'xml' && elements.textCharacters > 0);
  const hasContent = isText ? elements.textCharacters > 0 || elements.hasMedia : /\S/.test(body.text);
  // Other XML than XHTML has no elements for crawlers, such as a feed or an image.
  const isOther = elements.unread === NO_XHTML && type.essence !== 'application/xhtml+xml';
  const unread = (isOther ? undefined : elements.unread) ?? whyUnread(kind, type.essence, isPacked, body);
  return {
    ...{ meta: elements.meta, links: elements.links, assets: elements.assets, title: elements.title },
    ...{ hasMoreAssets: elements.hasMoreAssets, hasPasswordField: elements.hasPasswordField },
    size: isText ? elements.textCharacters : body.octets.length,
    unit: isText ? 'characters of text' : 'octets',
    octets: body.octets.length,
    end: body.end,
    isEmpty: body.end === 'whole' && !hasContent,
    ...(unread !== undefined && { unread }),
    isUnknown: body.octets.length === 0 || (kind !== 'other' && !isRead) || elements.unread === NO_XHTML,
  };
}

const NOTHING: PageElements = {
  ...{ meta: [], links: [], assets: [], title: undefined, charset: undefined, textCharacters: 0 },
  ...{ hasMoreAssets: false, hasMedia: false, hasPasswordField: false, unread: undefined },
};

function whyUnread(
  kind: ReturnType<typeof pageKind>,
  essence: string | undefined,
  isPacked: boolean,
  { end, octets }: PageBody,
): string | undefined {
  if (kind === 'other') return undefined;
  if (end === 'cut') return `Only its first ${MAX_PAGE_BYTES} octets were read`;
  if (end === 'broken') return 'It ended early, or cannot be decoded';
  if (isPacked) return 'It is compressed, but no Content-Encoding says so';
  if (kind !== 'undetermined' || octets.length === 0) return undefined;
  return `Its Content-Type is ${essence ?? 'not stated'}, and it does not begin as HTML does`;
}

/**
 * Reads the elements with the encoding that the byte order mark, Content-Type or the page names, in this order (HTML
 * §13.2.3.2).
 */
function readElements(
  { body, finalUrl }: PageResponse,
  kind: 'html' | 'xml',
  charset: string | undefined,
  isWanted: (name: string) => boolean,
): PageElements {
  const read = kind === 'html' ? readHtml : readXhtml;
  const elements = read(body.text, finalUrl, isWanted);
  const isStated = markOf(body.octets) !== undefined || decoderFor(charset) !== undefined;
  const label =
    kind === 'html'
      ? elements.charset
      : /^<\?xml\s[^>]*?encoding\s*=\s*["']([\w:.-]{1,40})/.exec(body.text)?.[1];
  const decoder = isStated ? undefined : decoderFor(label);
  // A page whose declaration is readable as ASCII is not UTF-16.
  if (decoder === undefined || /^utf-/.test(decoder.encoding)) return elements;
  return read(decoder.decode(body.octets), finalUrl, isWanted);
}

/**
 * The meta elements of a page that address all crawlers, or crawlers with these tokens, such as `robots`,
 * `tdm-reservation` or `googlebot`. Comments, scripts and templates contain no elements, and neither does a page that
 * is not HTML.
 *
 * @param octets The body, or its beginning.
 * @param contentType The value of Content-Type, or its lines.
 * @returns The elements, and the reason why there may be more of them, if any.
 * @example
 * ```ts
 * import { metaOf } from '@robots-exclusion/client/preflight';
 *
 * const page = new TextEncoder().encode('<!-- <meta name="robots" content="none"> --><META NAME=robots CONTENT=noindex>');
 * metaOf(page, 'text/html', ['Googlebot']).meta; // [{ name: 'robots', content: 'noindex' }]
 * ```
 */
export function metaOf(
  octets: Uint8Array,
  contentType: string | readonly string[],
  tokens: readonly string[],
): { readonly meta: readonly MetaRobots[]; readonly unread?: string } {
  const lines = [contentType].flat();
  const fields = { headers: {}, repeated: { 'content-type': lines } };
  const body = pageBodyOf(octets, 'whole', lines);
  const names = tokens.flatMap((token) => (token === '*' ? [] : [...metaNamesFor(token)]));
  const { meta, unread } = readPage({ ...fields, body, finalUrl: 'http://localhost/' }, names);
  return { meta, ...(unread !== undefined && { unread }) };
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

/** The response fields that state how a page may be used. */
const usageNames = [
  'content-usage',
  'content-signal',
  'x-robots-tag',
  'tdm-reservation',
  'tdm-policy',
  'link',
] as const;

/** Limit on the length of a line. A longer line is dropped, because a truncated statement would be misleading. */
const MAX_LENGTH = 4096;

/**
 * The usage fields of a response; a list if a field has several lines, which must not be joined.
 * `robots-exclusion/usage` reads only the values of `link` that name a license.
 */
export function usageHeaders(fields: ResponseFields): Record<string, string | readonly string[]> {
  const found: Record<string, string | readonly string[]> = {};
  for (const name of usageNames) {
    const lines = fieldLines(fields, name).filter(
      (line) => line.length <= MAX_LENGTH && (name !== 'link' || /\brel\s*=\s*"?[^";,]*license/i.test(line)),
    );
    const [first] = lines;
    if (first !== undefined) found[name] = lines.length === 1 ? first : lines;
  }
  return found;
}

/** Limit on nesting; browsers stop nesting at 512. */
const MOST_OPEN = 512;

/** The reason why XML has no meta elements, whatever its elements are called. */
const NO_XHTML = 'It has no elements in the namespace of XHTML';

/** Reads a page; parameters as for `readHtml`. */
function readXhtml(xml: string, url: string, isWanted: (name: string) => boolean): PageElements {
  const collector = new ElementCollector(isWanted);
  const open = new OpenElements(MOST_OPEN);
  let templates = 0;
  let isXhtml = false;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (!open.push(name))
          throw new Stop(`It is nested deeper than ${MOST_OPEN} elements; the rest was not read`);
      },
      onattribute: (name, value) => open.attribute(name, value),
      onopentag(_, attributes) {
        if (open.namespace() !== XHTML) return;
        isXhtml = true;
        const name = open.local() as string;
        if (templates === 0) collector.element(name, (key) => attributes[key]);
        if (name === 'template') templates++;
      },
      onclosetag() {
        if (open.namespace() === XHTML && open.local() === 'template') templates--;
        open.pop();
      },
      ontext(text) {
        const isTitle = templates === 0 && open.local() === 'title' && open.namespace() === XHTML;
        collector.text(text, open.local() ?? '', isTitle, () => templates === 0);
      },
      onprocessinginstruction(name, data) {
        // The parser ends a document type at the first ">", which may be part of a declaration.
        if (/^!doctype$/i.test(name) && data.includes('['))
          throw new Stop('Its document type has declarations; the rest was not read');
      },
    },
    { xmlMode: true },
  );
  try {
    parser.end(xml);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    collector.unread ??= error.message;
    return collector.result(url);
  }
  if (!isXhtml) collector.unread ??= NO_XHTML;
  return collector.result(url);
}

class Stop extends Error {}
