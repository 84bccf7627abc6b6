/**
 * crawler-commons, a Java parser. The limit on Crawl-delay is the parser's own: Nutch 1.22 and StormCrawler 2.4 lift it,
 * and crawler4j 5.1.0 keeps it.
 */
import type { Dialect } from '../parse/dialect.ts';
import { readCrawlerCommonsLine } from './crawler-commons-line.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import { NO_KINDS, NON_ASCII, NONE, of, RULES, ranges, UNRESERVED, UP_TO_SPACE } from './engine/sets.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { readJavaUri } from './urls/java-uri.ts';

const ENCODED = new Set([...ranges([0, 0x20], [0x7f, 0x7f]), ...of('"#<>[]^`{|}'), ...NON_ASCII]);

export const crawlerCommons: Dialect & DialectDefinition = defineDialect({
  name: 'crawler-commons',
  short: 'cc',
  title: 'crawler-commons (Java) with its own limits',
  source: 'https://github.com/crawler-commons/crawler-commons',
  version: '1.6, and 1.7-SNAPSHOT (8e14e27)',
  asOf: '2026-07-27',
  basis: 'executed',
  regular: false,
  facts: {
    ...rfc9309Facts,
    lines: {
      ...rfc9309Facts.lines,
      ends: of('\n\r\u0085\u2028\u2029'),
      whiteSpace: UP_TO_SPACE,
      markup: 'stripped',
    },
    names: {
      ...rfc9309Facts.names,
      read: {
        run: readCrawlerCommonsLine,
        inWords:
          'Many misspelled names are accepted, white space can replace the colon, and control characters are removed from both ends.',
      },
    },
    runs: { endedBy: RULES },
    groups: { needs: NO_KINDS, openAtEnd: 'kept', ruleBefore: 'ignored' },
    agents: {
      fileToken: 'letters-or-whole',
      callerToken: 'whole',
      letterCase: 'unicode-lower',
      compare: 'equal',
      starBefore: NONE,
      fails: {
        run: (name, of) =>
          name === '*' && of === 'caller'
            ? 'a crawler may not be named *: IllegalArgumentException'
            : undefined,
        inWords: 'The parser fails if the crawler is named *.',
      },
    },
    rules: { empty: 'matches-nothing', withoutSlash: 'kept' },
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
    matching: { stars: 'first-fit', dollar: 'last' },
    targets: {
      domain: 'text',
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
