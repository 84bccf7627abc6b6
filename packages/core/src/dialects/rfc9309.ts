/** RFC 9309 as this project reads it, expressed as facts: the baseline for all other dialects, axis by axis. */
import { type Dialect, rfc9309 as standard } from '../parse/dialect.ts';
import type { DialectDefinition } from './define-dialect.ts';
import type { DialectFacts } from './engine/facts.ts';
import { BLANK, LF_AND_CR, NO_KINDS, RULES } from './engine/sets.ts';

/** Record names for dialects that know only user-agent records and rules. */
export const RULES_ONLY = {
  'user-agent': ['user-agent'],
  allow: ['allow'],
  disallow: ['disallow'],
} as const;

/** The facts of RFC 9309, the baseline for other dialects. */
export const rfc9309Facts: DialectFacts = {
  lines: {
    ends: LF_AND_CR,
    whiteSpace: BLANK,
    byteOrderMark: 'skipped',
    utf16: 'decoded',
    nul: 'ordinary',
    comment: 'anywhere',
    blankLine: 'ignored',
    markup: 'kept',
  },
  names: {
    withoutColon: 'no-record',
    letterCase: 'ascii',
    match: 'exact',
    known: {
      ...RULES_ONLY,
      sitemap: ['sitemap'],
      'crawl-delay': ['crawl-delay'],
    },
  },
  runs: { endedBy: RULES },
  groups: { needs: NO_KINDS, openAtEnd: 'kept', ruleBefore: 'ignored' },
  agents: {
    fileToken: 'rfc9309',
    callerToken: 'rfc9309',
    letterCase: 'ascii',
    compare: 'equal',
    starBefore: BLANK,
  },
  merging: { choice: 'all', starWeight: 'least' },
  rules: { empty: 'matches-nothing', withoutSlash: 'matches-nothing', controlsMatchNothing: true },
  normalising: { text: 'octets', pattern: 'rfc9309', target: 'rfc9309' },
  matching: { stars: 'any-run', dollar: 'last' },
  precedence: { order: 'longest-pattern', tie: 'allow', length: 'units' },
  targets: { domain: 'text', read: 'rfc9309' },
  extras: { robotsTxtIsAllowed: true },
};

/** The standard with its facts. It has no reader of its own, so the fast path applies. */
export const rfc9309: Dialect & DialectDefinition = /* @__PURE__ */ Object.freeze({
  ...standard,
  facts: rfc9309Facts,
});

/** The facts of a dialect. RFC 9309's facts are the default. */
export function factsOf(dialect: Dialect | DialectDefinition): DialectFacts {
  return 'facts' in dialect ? dialect.facts : rfc9309Facts;
}
