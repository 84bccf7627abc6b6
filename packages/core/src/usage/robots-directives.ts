/**
 * Directives in `X-Robots-Tag` headers and `robots` meta elements that concern a use: `noindex`, which every search
 * engine reads, and directives about AI that individual operators publish.
 */
import { textOf } from '../bytes/text.ts';
import { type Crawler, ownTokensOf } from '../rules/crawler-profile.ts';
import { fieldLines, type HeaderFields } from './header-fields.ts';
import { headerSource, type UsageSource, type UsageStatement } from './usage-statement.ts';
import type { Use } from './uses.ts';

/** A meta element of a page: `<meta name="robots" content="nosnippet">`. */
export interface MetaRobots {
  /** `robots`, the token of one crawler, or a name of another convention, such as `tdm-reservation`. */
  readonly name: string;
  readonly content: string;
}

/** A directive and its statement about uses, as its publisher documents it. */
export interface RobotsDirective {
  readonly name: string;
  readonly uses: readonly Use[];
  /** The crawlers for which the publisher documents the directive, in lower case; absent if it is for all. */
  readonly crawlers?: readonly string[];
  readonly note?: string;
  readonly source: string;
  /** The date on which the source was checked, ISO 8601. */
  readonly asOf: string;
}

const GOOGLE = Object.freeze({
  uses: Object.freeze(['ai-input'] as const),
  crawlers: Object.freeze(['googlebot', 'googlebot-image', 'googlebot-news', 'googlebot-video']),
  note: 'It applies only to Google’s AI Overviews and AI Mode, and also removes the snippet in Search',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  asOf: '2026-11-22',
});

const EVERYBODY = Object.freeze({
  uses: Object.freeze(['search'] as const),
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  asOf: '2026-11-20',
});

/**
 * Directives with a published meaning. `noai` and `noimageai` are excluded: no operator states that it reads them.
 */
export const robotsDirectives: readonly RobotsDirective[] = Object.freeze([
  Object.freeze({ ...EVERYBODY, name: 'noindex' }),
  Object.freeze({ ...EVERYBODY, name: 'none' }),
  Object.freeze({ ...GOOGLE, name: 'nosnippet' }),
  Object.freeze({ ...GOOGLE, name: 'max-snippet:0' }),
]);

const X_ROBOTS_TAG = 'x-robots-tag';

/** The parts of a response that may contain directives, and the crawler to which they may apply. */
interface Response {
  readonly headers: HeaderFields | undefined;
  readonly meta: readonly MetaRobots[];
  readonly who: Crawler;
}

/** The directives in one line or meta element that are addressed to the crawler. */
export interface AddressedDirectives {
  readonly source: UsageSource;
  /**
   * Directives in lower case, in order, without duplicates, such as `noindex` or `max-snippet:0`; includes those that
   * state nothing about a use.
   */
  readonly directives: readonly string[];
}

/**
 * The directives that `X-Robots-Tag` lines and meta elements address to the crawler, with or without a known meaning.
 *
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile.
 * @example
 * ```ts
 * import { addressedDirectives } from 'robots-exclusion/usage';
 *
 * const headers = { 'x-robots-tag': 'BarBot: noindex, FooBot: noarchive' };
 * addressedDirectives('FooBot', { headers })[0]?.directives; // ['noarchive']
 * ```
 */
export function addressedDirectives(
  who: Crawler,
  { headers, meta = [] }: { headers?: HeaderFields | undefined; meta?: readonly MetaRobots[] },
): readonly AddressedDirectives[] {
  const names = namesOf(who);
  const lines = fieldLines(headers, X_ROBOTS_TAG).map((line) => ({
    source: headerSource(X_ROBOTS_TAG, line),
    parts: directivesFor(line, names),
  }));
  const elements = meta
    .filter(({ name }) => name.toLowerCase() === 'robots' || names.has(name.toLowerCase()))
    .map(({ name, content }) => ({
      source: Object.freeze({ kind: 'meta', name: name.toLowerCase(), text: content } as const),
      parts: partsOf(content),
    }));
  return [...lines, ...elements].map(({ source, parts }) => {
    const present = parts.map(withoutBlanks).filter((part) => part !== '');
    return Object.freeze({ source, directives: Object.freeze([...new Set(present)]) });
  });
}

/**
 * Removes the blanks around the colon: `max-snippet : 0` becomes `max-snippet:0`. A regular expression could take
 * quadratic time on a long line.
 */
function withoutBlanks(part: string): string {
  const colon = part.indexOf(':');
  return colon < 0 ? part : `${part.slice(0, colon).trimEnd()}:${part.slice(colon + 1).trimStart()}`;
}

/** The directives that state something about a use to this crawler. */
export function directiveStatements({ headers, meta, who }: Response): readonly UsageStatement[] {
  const names = namesOf(who);
  return addressedDirectives(who, { headers, meta }).flatMap(({ source, directives }) =>
    statementsOf(source, new Set(directives), names),
  );
}

function namesOf(who: Crawler): ReadonlySet<string> {
  return new Set(ownTokensOf(who).map((token) => textOf(token, 0, token.length)));
}

function statementsOf(
  source: UsageSource,
  present: ReadonlySet<string>,
  names: ReadonlySet<string>,
): readonly UsageStatement[] {
  return robotsDirectives
    .filter(({ name, crawlers }) => present.has(name) && (crawlers?.some((one) => names.has(one)) ?? true))
    .map(({ name, uses, note }) =>
      Object.freeze({
        convention: 'x-robots-tag',
        source,
        states: Object.freeze({ [name]: 'present' }),
        says: Object.freeze(Object.fromEntries(uses.map((use) => [use, 'disallow']))),
        ...(note !== undefined && { note }),
      } as const),
    );
}

/**
 * The directives of a line that address all crawlers or one of `names`, such as `noindex` or `foobot: noindex,
 * nofollow`. A name always means one crawler, never `*`. Directives addressed to `*` keep the prefix: reports show
 * them, but they apply to no crawler.
 */
function directivesFor(line: string, names: ReadonlySet<string>): string[] {
  let before: string | undefined = '';
  return partsOf(line).flatMap((text) => {
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(colon, 0)).trim();
    const isCrawler = colon > 0 && !WITH_VALUE.has(name) && /^(?:\*|[a-z0-9_.-]+)$/.test(name);
    if (isCrawler) before = name === '*' ? '*:' : names.has(name) ? '' : undefined;
    return before === undefined ? [] : [before + (isCrawler ? text.slice(colon + 1).trim() : text)];
  });
}

/**
 * The comma-separated parts, in lower case. A comma inside a date (RFC 822 §5.1) does not separate: a part that begins
 * with a digit continues the date, because no directive begins with a digit.
 */
function partsOf(line: string): readonly string[] {
  const parts: string[] = [];
  let isDate = false;
  for (const text of line.split(',').map((part) => part.trim().toLowerCase())) {
    isDate = isDate && /^\d/.test(text);
    if (isDate) parts.push(`${parts.pop()}, ${text}`);
    else parts.push(text);
    isDate ||= DATED.test(text);
  }
  return parts;
}

const DATED = /(?:^|[:\s])unavailable_after[ \t]{0,16}:/;

/** Directives that themselves contain a colon. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  'unavailable_after',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
]);
