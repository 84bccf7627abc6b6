/** The two predecessors of RFC 9309: the standard of 1994 and the Internet-Draft of 1996. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { DialectFacts } from './engine/facts.ts';
import { ALL_BUT_SLASH, NONE } from './engine/sets.ts';
import { RULES_ONLY, rfc9309Facts } from './rfc9309.ts';
import { readPlainTarget } from './urls/plain-target.ts';

const DECODE_ALL_BUT_SLASH = {
  decoded: ALL_BUT_SLASH,
  encoded: NONE,
  upperCase: true,
  encodesPercent: 'no',
} as const;

const facts: DialectFacts = {
  ...rfc9309Facts,
  lines: {
    ...rfc9309Facts.lines,
    byteOrderMark: 'kept',
    utf16: 'read-as-octets',
    blankLine: 'blank-ends-group',
  },
  names: { ...rfc9309Facts.names, known: RULES_ONLY },
  agents: {
    fileToken: 'whole',
    callerToken: 'before-slash',
    letterCase: 'ascii',
    compare: 'caller-within-file',
    starBefore: NONE,
  },
  merging: { choice: 'first', starWeight: 'least' },
  rules: { empty: 'allows-all', withoutSlash: 'kept' },
  normalising: { text: 'octets', pattern: DECODE_ALL_BUT_SLASH, target: DECODE_ALL_BUT_SLASH },
  matching: { stars: 'prefix', dollar: 'last' },
  precedence: { order: 'first', tie: 'allow', length: 'units' },
  targets: {
    domain: 'text',
    read: {
      run: readPlainTarget,
      inWords: 'A URL is compared from the end of its host up to its first #.',
    },
  },
  extras: { robotsTxtIsAllowed: true },
};

export const koster1996: Dialect & DialectDefinition = defineDialect({
  name: 'koster-1996',
  short: '96',
  title: 'A Method for Web Robots Control, Internet-Draft of 1996',
  source: 'https://www.robotstxt.org/norobots-rfc.txt',
  version: 'draft-koster-robots-00',
  asOf: '1996-12-04',
  basis: 'emulated',
  regular: false,
  facts,
});

export const koster1994: Dialect & DialectDefinition = defineDialect({
  name: 'koster-1994',
  short: '94',
  title: 'A Standard for Robot Exclusion, 1994',
  source: 'https://www.robotstxt.org/orig.html',
  version: '1994',
  asOf: '1994-06-30',
  basis: 'emulated',
  regular: false,
  facts: {
    ...facts,
    rules: { empty: 'matches-nothing', withoutSlash: 'kept', onlyDisallow: true },
    normalising: { text: 'octets', pattern: 'none', target: 'none' },
    extras: { robotsTxtIsAllowed: false },
  },
});
