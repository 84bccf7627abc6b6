/** Google's own Java port of its parser and matcher. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import { folded } from './engine/letter-case.ts';
import { ANY_RECORD, BLANK, NO_KINDS, NON_ASCII, NONE, of, PYTHON_SPACE } from './engine/sets.ts';
import { google } from './google.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { readJavaUrl } from './urls/java-url.ts';

export const googleJava: Dialect & DialectDefinition = defineDialect({
  name: 'google-java',
  short: 'gja',
  title: 'Google robotstxt-java',
  source: 'https://github.com/google/robotstxt-java',
  version: 'ef74a3c',
  asOf: '2022-03-07',
  basis: 'executed',
  regular: true,
  facts: {
    ...google.facts,
    lines: {
      ...rfc9309Facts.lines,
      ends: of('\n\r\0'),
      whiteSpace: BLANK,
      byteOrderMark: 'skipped-even-partial',
      utf16: 'read-as-octets',
    },
    names: {
      withoutColon: 'first-space',
      letterCase: {
        run: isKnownName,
        inWords: 'Letters outside ASCII are folded too: “Diſallow:” is read as Disallow.',
      },
      match: 'exact',
      namelessIsNoRecord: true,
      emptyIsUnknown: true,
      known: {
        'user-agent': ['user-agent', 'user_agent'],
        allow: ['allow'],
        disallow: ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
        sitemap: ['sitemap'],
      },
    },
    runs: { endedBy: ANY_RECORD },
    groups: { needs: NO_KINDS, openAtEnd: 'kept', ruleBefore: 'ignored' },
    agents: {
      fileToken: 'unicode-letters',
      callerToken: 'whole',
      letterCase: 'each-upper-lower',
      compare: 'equal',
      // Java's white space is Python's, without U+0085 and the no-break spaces.
      starBefore: new Set([...PYTHON_SPACE].filter((code) => ![0x85, 0xa0, 0x2007, 0x202f].includes(code))),
      emptyNameCounts: true,
    },
    // The limit is 2083, the length of the longest URL that some browsers accept, minus two octets for a truncated
    // character.
    rules: { empty: 'matches-nothing', withoutSlash: 'kept', maxValueOctets: 2083 - 2 },
    normalising: {
      text: 'utf-8-java',
      pattern: { decoded: NONE, encoded: NON_ASCII, upperCase: true, encodesPercent: 'no' },
      target: 'none',
    },
    targets: {
      domain: 'text',
      read: {
        run: readJavaUrl,
        inWords: 'A URL that Java’s java.net.URL rejects counts as the root of its site.',
      },
    },
    extras: { robotsTxtIsAllowed: false, indexPage: { of: 'allow', when: 'is' } },
  },
});

/**
 * Whether two names are equal. Most names are constants of an enum, which are looked up in upper case; the others are
 * compared character by character.
 */
function isKnownName(name: string, known: string): boolean {
  if (CONSTANTS.has(known)) return name.toUpperCase() === known.toUpperCase();
  return folded(name, 'each-upper-lower') === known;
}

const CONSTANTS: ReadonlySet<string> = new Set(['user_agent', 'allow', 'disallow', 'sitemap']);
