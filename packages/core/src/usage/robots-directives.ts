/**
 * Directives of `X-Robots-Tag` headers and of meta elements named `robots` that speak of a use: `noindex`, which every
 * search engine reads, and what single operators publish about AI.
 */
import { textOf } from '../bytes/text.ts';
import { type Crawler, ownTokensOf } from '../rules/crawler-profile.ts';
import { fieldLines, type HeaderFields } from './header-fields.ts';
import { headerSource, type UsageSource, type UsageStatement } from './usage-statement.ts';
import type { Use } from './uses.ts';

/** A meta element of a page: `<meta name="robots" content="nosnippet">`. */
export interface MetaRobots {
  /** `robots`, or the token of one crawler. */
  readonly name: string;
  readonly content: string;
}

/** What a directive says of uses, as its publisher documents it. */
export interface RobotsDirective {
  readonly name: string;
  readonly uses: readonly Use[];
  /** The crawlers for which its publisher documents it, in lower case; all where it is absent. */
  readonly crawlers?: readonly string[];
  readonly note?: string;
  readonly source: string;
  /** When the source was looked at, ISO 8601. */
  readonly asOf: string;
}

const GOOGLE = Object.freeze({
  uses: Object.freeze(['ai-input'] as const),
  crawlers: Object.freeze(['googlebot', 'googlebot-image', 'googlebot-news', 'googlebot-video']),
  note: 'It holds for Google only, for AI Overviews and AI Mode, and takes the snippet in Search away, too',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  asOf: '2026-11-22',
});

const EVERYBODY = Object.freeze({
  uses: Object.freeze(['search'] as const),
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  asOf: '2026-11-20',
});

/**
 * Directives with a published meaning. `noai` and `noimageai` are left out: no operator publishes that it reads them.
 */
export const robotsDirectives: readonly RobotsDirective[] = Object.freeze([
  Object.freeze({ ...EVERYBODY, name: 'noindex' }),
  Object.freeze({ ...EVERYBODY, name: 'none' }),
  Object.freeze({ ...GOOGLE, name: 'nosnippet' }),
  Object.freeze({ ...GOOGLE, name: 'max-snippet:0' }),
]);

const X_ROBOTS_TAG = 'x-robots-tag';

/** What is known of a response. */
interface Response {
  readonly headers: HeaderFields | undefined;
  readonly meta: readonly MetaRobots[];
  readonly who: Crawler;
}

/** The lines and meta elements with a directive that says something of a use to this crawler. */
export function directiveStatements({ headers, meta, who }: Response): readonly UsageStatement[] {
  const names = new Set(ownTokensOf(who).map((token) => textOf(token, 0, token.length)));
  return [
    ...fieldLines(headers, X_ROBOTS_TAG).flatMap((line) =>
      statementsOf(headerSource(X_ROBOTS_TAG, line), directivesFor(line, names), names),
    ),
    ...meta
      .filter(({ name }) => name.toLowerCase() === 'robots' || names.has(name.toLowerCase()))
      .flatMap(({ name, content }) =>
        statementsOf(
          Object.freeze({ kind: 'meta', name, text: content }),
          content.split(',').map((part) => part.trim().toLowerCase()),
          names,
        ),
      ),
  ];
}

function statementsOf(
  source: UsageSource,
  directives: readonly string[],
  names: ReadonlySet<string>,
): readonly UsageStatement[] {
  const present = new Set(directives.map((directive) => directive.replace(/\s*:\s*/, ':')));
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

/** Directives of a line that speak to everybody or to one of `names`: `noindex`, `foobot: noindex, nofollow`. */
function directivesFor(line: string, names: ReadonlySet<string>): string[] {
  let isAddressed = true;
  return line.split(',').flatMap((part) => {
    const text = part.trim().toLowerCase();
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(colon, 0)).trim();
    const isCrawler = colon > 0 && !WITH_VALUE.has(name) && /^[a-z0-9_.-]+$/.test(name);
    if (isCrawler) isAddressed = names.has(name);
    return isAddressed ? [isCrawler ? text.slice(colon + 1).trim() : text] : [];
  });
}

/** Directives that have a colon of their own. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  'unavailable_after',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
]);
