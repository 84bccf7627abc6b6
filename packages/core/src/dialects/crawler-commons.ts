/**
 * crawler-commons, a Java parser. The limit on Crawl-delay is the parser's own: Nutch 1.22 and StormCrawler 2.4 lift it,
 * and crawler4j 5.1.0 keeps it.
 */
import * as LineKind from '../parse/line-kind.ts';
import { offsetsBesideTags, withoutTags } from './engine/markup.ts';
import type { LineContext, LinePart } from './engine/own-way.ts';
import { NON_ASCII, of, ranges, UNRESERVED, UP_TO_SPACE } from './engine/sets.ts';
import { type Imitation, imitation } from './imitation.ts';
import { readJavaUri } from './urls/java-uri.ts';

/** The record of one line. A line without a known name becomes an unknown record, regardless of its content. */
function readCrawlerCommonsLine(line: string, { isMarkup }: LineContext): readonly LinePart[] {
  const text = isMarkup ? withoutTags(line) : line;
  const hash = text.indexOf('#');
  const end = trimEnd(text, hash < 0 ? text.length : hash);
  const start = trimStart(text, 0, end);
  if (start === end) return [];
  const at = isMarkup ? offsetsBesideTags(line) : (index: number) => index;
  const found = separate(text.slice(start, end));
  const value = found ? trimStart(text, start + found.rest, end) : start;
  const valueEnd = at(end - 1) + 1;
  const valueStart = value === end ? valueEnd : at(value);
  return [{ kind: found?.kind ?? LineKind.other, start: at(start), valueStart, valueEnd }];
}

function trimStart(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function trimEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && text.charCodeAt(at - 1) <= 0x20) at--;
  return at;
}

function separate(text: string): { kind: LineKind.Any; rest: number } | undefined {
  const lower = text.slice(0, LONGEST_NAME).toLowerCase();
  for (let length = 1; length <= lower.length; length++) {
    const kind = NAMES.get(lower.slice(0, length));
    if (kind === undefined) continue;
    const separator = SEPARATOR.exec(text.slice(length));
    if (separator) return { kind, rest: length + separator[0].length };
  }
  return undefined;
}

/** Matches a colon with optional blanks around it, or blanks alone. */
const SEPARATOR = /^(?:[ \t]*:[ \t]*|[ \t]+)/;

const NAMES: ReadonlyMap<string, LineKind.Any> = new Map([
  ...named(
    LineKind.userAgent,
    'user-agent useragent useg-agent ser-agent users-agent user_agent user-agnet user-agents',
  ),
  ...named(
    LineKind.disallow,
    'disallow desallow dissallow dissalow disalow dssalow dsallow diasllow disallaw diallow disallows disllow',
  ),
  ...named(LineKind.allow, 'allow'),
  ...named(LineKind.crawlDelay, 'crawl-delay crawl_delay clawl-delay craw-delay crawl-deley'),
  ...named(LineKind.sitemap, 'sitemap sitemaps'),
  ...named(LineKind.other, 'host no-index request-rate visit-time robot-version comment http https'),
]);

/** Pairs each name in a space-separated list with the kind. In the names, `_` stands for a space. */
function named(kind: LineKind.Any, names: string): [string, LineKind.Any][] {
  return names.split(' ').map((name) => [name.replace('_', ' '), kind]);
}

const LONGEST_NAME = 14;

const ENCODED = new Set([...ranges([0, 0x20], [0x7f, 0x7f]), ...of('"#<>[]^`{|}'), ...NON_ASCII]);

export const crawlerCommons: Imitation = imitation('crawler-commons', {
  lines: {
    ends: of('\n\r\u0085\u2028\u2029'),
    whiteSpace: UP_TO_SPACE,
    markup: 'stripped',
    byteOrderMark: 'skipped',
    utf16: 'decoded',
  },
  names: {
    read: {
      run: readCrawlerCommonsLine,
      inWords:
        'Many misspelled names are accepted, white space can replace the colon, and control characters are removed from both ends.',
    },
  },
  agents: {
    fileToken: 'letters-or-whole',
    letterCase: 'unicode-lower',
    fails: {
      run: (name, of) =>
        name === '*' && of === 'caller'
          ? 'a crawler may not be named *: IllegalArgumentException'
          : undefined,
      inWords: 'The parser fails if the crawler is named *.',
    },
  },
  normalising: {
    text: 'utf-8-java',
    pattern: { decoded: UNRESERVED, encoded: ENCODED, upperCase: true, encodesPercent: 'stray' },
    target: {
      decoded: UNRESERVED,
      encoded: new Set([...ENCODED, ...of('*$')]),
      upperCase: true,
      encodesPercent: 'stray',
    },
  },
  matching: { stars: 'first-fit' },
  targets: {
    read: {
      run: readJavaUri,
      inWords: 'A URL that Java’s java.net.URI rejects counts as the root of its site.',
    },
  },
  extras: {
    robotsTxtIsAllowed: true,
    indexPage: { of: 'both', when: 'ends' },
    maxCrawlDelaySeconds: 300,
    crawlDelay: {
      run: crawlDelay,
      inWords: 'A Crawl-delay is any number that Java’s parseDouble or parseInt accepts.',
    },
    countedDelay: 'least',
    markupWithoutGroupsAllowsAll: true,
  },
});

/** Follows Java's `parseDouble` if the value contains a dot, otherwise `parseInt`. */
function crawlDelay(value: string): number | undefined {
  if (value.includes('.')) return DOUBLE.test(value) ? Number.parseFloat(value) : undefined;
  const seconds = INTEGER.test(value) ? Number(value) : Number.NaN;
  return seconds >= -(2 ** 31) && seconds < 2 ** 31 ? seconds : undefined;
}

const DOUBLE = /^[+-]?(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/;
const INTEGER = /^[+-]?\d+$/;
