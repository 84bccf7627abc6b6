/** GNU wget with recursive retrieval. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { RuleText, TargetReading } from './engine/own-way.ts';
import { ALL_BUT_SLASH, ASCII_SPACE, LF_ONLY, NONE } from './engine/sets.ts';
import { RULES_ONLY, rfc9309Facts } from './rfc9309.ts';
import { readPlainTarget } from './urls/plain-target.ts';

const DECODE_ALL_BUT_SLASH = {
  decoded: ALL_BUT_SLASH,
  encoded: NONE,
  upperCase: false,
  encodesPercent: 'no',
} as const;

/** Neither wget nor Wget2 compares the query. */
export const PATH_ALONE = {
  run: (url: string): TargetReading => readPlainTarget(url.split('?', 1)[0] as string),
  inWords: 'The query of a URL is not compared.',
};

/** wget always uses the name `wget`. This dialect gives every crawler the verdicts for the name `wget`. */
export const wget: Dialect & DialectDefinition = defineDialect({
  name: 'wget',
  short: 'wg',
  title: 'GNU wget, recursive retrieval',
  source: 'https://git.savannah.gnu.org/cgit/wget.git/tree/src/res.c',
  version: '1.21.3',
  asOf: '2022-02-26',
  basis: 'executed',
  regular: false,
  facts: {
    ...rfc9309Facts,
    lines: {
      ...rfc9309Facts.lines,
      ends: LF_ONLY,
      whiteSpace: ASCII_SPACE,
      byteOrderMark: 'kept',
      utf16: 'read-as-octets',
      comment: 'at-word',
    },
    names: { ...rfc9309Facts.names, known: RULES_ONLY, onlyWordNames: true },
    agents: {
      fileToken: 'whole',
      callerToken: 'whole',
      letterCase: 'ascii',
      compare: 'equal',
      starBefore: NONE,
    },
    merging: { choice: 'all', starWeight: 'least', firstInRunDecides: true },
    rules: {
      empty: 'allows-all',
      withoutSlash: 'slash-added',
      expand: { run: untilNul, inWords: 'A pattern ends at a NUL octet.' },
    },
    normalising: { text: 'octets', pattern: DECODE_ALL_BUT_SLASH, target: DECODE_ALL_BUT_SLASH },
    matching: { stars: 'prefix', dollar: 'last' },
    precedence: { order: 'first', tie: 'allow', length: 'units' },
    targets: { domain: 'text', read: PATH_ALONE },
    extras: { robotsTxtIsAllowed: false },
  },
});

/** Cuts a path at a NUL, because wget stores it as a C string. */
function untilNul(value: string): readonly RuleText[] {
  return [{ text: value.split('\0', 1)[0] as string }];
}
