/**
 * Directives in `X-Robots-Tag` headers and `robots` meta elements that concern a use: `noindex`, which every search
 * engine reads, and directives about AI that individual operators publish.
 */
import type { Crawler } from '../rules/crawler-profile.ts';
import { addresseeOf } from './directive-names.ts';
import { fieldLines, type HeaderFields } from './header-fields.ts';
import {
  isExpired,
  type ReadDirectives,
  readContent,
  readLine,
  withoutCancelled,
} from './read-directives.ts';
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
  /** The current time in milliseconds since 1970, by which dates have passed. */
  readonly now: number;
}

/** The directives in one line or meta element that are addressed to the crawler. */
export interface AddressedDirectives extends ReadDirectives {
  readonly source: UsageSource;
}

/**
 * The directives that `X-Robots-Tag` lines and meta elements address to the crawler, with or without a known meaning.
 * Pass the lines of the field separately: a name in one line does not limit the next.
 *
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile.
 * @example
 * ```ts
 * import { addressedDirectives } from 'robots-exclusion/usage';
 *
 * const headers = { 'x-robots-tag': ['BarBot: noindex, FooBot: noarchive', 'nofollow; nosnippet'] };
 * const [first, second] = addressedDirectives('FooBot', { headers });
 * first?.directives; // ['noarchive']
 * second?.unreadable; // ['nofollow; nosnippet']
 * ```
 */
export function addressedDirectives(
  who: Crawler,
  { headers, meta = [] }: { headers?: HeaderFields | undefined; meta?: readonly MetaRobots[] },
): readonly AddressedDirectives[] {
  const { names, allowWinsInMeta } = addresseeOf(who);
  const lines = fieldLines(headers, X_ROBOTS_TAG).map((line) =>
    Object.freeze({ source: headerSource(X_ROBOTS_TAG, line), ...readLine(line, names) }),
  );
  const elements = meta
    .map(({ name, content }) => ({ name: name.toLowerCase(), content }))
    .filter(({ name }) => name === 'robots' || names.has(name))
    .map(({ name, content }) => {
      const { directives, unreadable } = readContent(content);
      return Object.freeze({
        source: Object.freeze({ kind: 'meta', name, text: content } as const),
        directives: allowWinsInMeta ? Object.freeze(withoutCancelled(directives)) : directives,
        unreadable,
      });
    });
  return [...lines, ...elements];
}

/** The directives that state something about a use to this crawler. */
export function directiveStatements({ headers, meta, who, now }: Response): readonly UsageStatement[] {
  const { names } = addresseeOf(who);
  return addressedDirectives(who, { headers, meta }).flatMap(({ source, directives }) => [
    ...statementsOf(source, new Set(directives), names),
    ...directives
      .filter((directive) => isExpired(directive, now))
      .map(() => statement(source, 'unavailable_after', ['search'], EXPIRED)),
  ]);
}

/** Google documents the directive; what other search engines do with it is not known. */
const EXPIRED = 'The date has passed';

function statementsOf(
  source: UsageSource,
  present: ReadonlySet<string>,
  names: ReadonlySet<string>,
): readonly UsageStatement[] {
  return robotsDirectives
    .filter(({ name, crawlers }) => present.has(name) && (crawlers?.some((one) => names.has(one)) ?? true))
    .map(({ name, uses, note }) => statement(source, name, uses, note));
}

function statement(
  source: UsageSource,
  name: string,
  uses: readonly Use[],
  note: string | undefined,
): UsageStatement {
  return Object.freeze({
    convention: 'x-robots-tag',
    source,
    states: Object.freeze({ [name]: 'present' }),
    says: Object.freeze(Object.fromEntries(uses.map((use) => [use, 'disallow']))),
    ...(note !== undefined && { note }),
  } as const);
}
