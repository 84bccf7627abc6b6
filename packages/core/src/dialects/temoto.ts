/** temoto/robotstxt, the parser of most crawlers written in Go. It receives the unchanged path and query. */

import { withoutEnd } from '../bytes/text.ts';
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { RuleText } from './engine/own-way.ts';
import { LF_AND_CR, NONE, of, RULES_AND_DELAY } from './engine/sets.ts';
import { utf8Binary } from './engine/text-model.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { readTemotoLine } from './temoto-line.ts';
import { readGoUrl } from './urls/go-url.ts';

export const temoto: Dialect & DialectDefinition = defineDialect({
  name: 'temoto',
  short: 'tem',
  title: 'temoto/robotstxt (Go)',
  source: 'https://github.com/temoto/robotstxt',
  version: '1.1.0 to 1.1.2, and cadd395',
  asOf: '2026-05-25',
  basis: 'executed',
  regular: true,
  facts: {
    ...rfc9309Facts,
    lines: {
      ...rfc9309Facts.lines,
      ends: LF_AND_CR,
      whiteSpace: of(' \t\u000b'),
      utf16: 'read-as-octets',
      comment: 'at-word',
    },
    names: {
      ...rfc9309Facts.names,
      read: {
        run: readTemotoLine,
        inWords:
          'A line is a list of words, read as pairs of name and value. A colon is not needed, and must not be a word of its own.',
      },
    },
    runs: { endedBy: RULES_AND_DELAY },
    groups: { needs: RULES_AND_DELAY, openAtEnd: 'kept', ruleBefore: 'error' },
    agents: {
      fileToken: 'whole',
      callerToken: 'whole',
      letterCase: 'each-lower',
      compare: 'file-begins-caller',
      starBefore: NONE,
    },
    merging: { choice: 'longest-name', starWeight: 'one-and-stays' },
    rules: {
      empty: 'matches-nothing',
      withoutSlash: 'kept',
      expand: {
        run: expand,
        inWords:
          'A pattern without a leading slash gets one, final stars are removed, and a pattern with a wildcard ranks by its length as a regular expression.',
      },
    },
    normalising: { text: 'utf-8-each-octet', pattern: 'none', target: 'none' },
    matching: { stars: 'floating', dollar: 'anywhere' },
    precedence: { order: 'longest-pattern', tie: 'first', length: 'utf-8', emptyNeverDecides: true },
    targets: {
      domain: 'text',
      read: { run: readGoUrl, inWords: 'URLs are parsed, and their paths escaped, as in Go.' },
    },
    extras: {
      robotsTxtIsAllowed: false,
      crawlDelay: { run: crawlDelay, inWords: 'A Crawl-delay is any number that Go’s ParseFloat accepts.' },
      countedDelay: 'last',
      badCrawlDelayIsError: true,
    },
  },
});

/**
 * Prepends a slash to every pattern that begins with neither `/` nor `*`, and removes trailing stars. A pattern that
 * still has a wildcard ranks by its length as a regular expression, including escapes.
 */
function expand(value: string): readonly RuleText[] {
  const text = withoutEnd(/^[/*]/.test(value) ? value : `/${value}`, '*');
  // The original implementation treats `/` as a prefix of everything, including targets without a slash.
  if (text === '/') return [{ text: '', weight: 1 }];
  if (!/[*$]/.test(text)) return [{ text }];
  const escaped = text.replace(/[\\.+?()|[\]{}^]/g, '\\$&').replaceAll('*', '.*');
  return [{ text, weight: utf8Binary(escaped).length }];
}

/** Parses a number like Go's `ParseFloat`. Rejects negative and infinite delays. */
function crawlDelay(value: string): number | undefined {
  const seconds = FLOAT.test(value) ? Number(value) : Number.NaN;
  return seconds >= 0 && Number.isFinite(seconds) ? seconds : undefined;
}

const FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
