/** Google's own Java port of its parser and matcher. */
import { folded } from './engine/letter-case.ts';
import { ANY_RECORD, of, PYTHON_SPACE } from './engine/sets.ts';
import { google } from './google.ts';
import { type Imitation, imitation } from './imitation.ts';
import { readJavaUrl } from './urls/java-url.ts';

export const googleJava: Imitation = imitation('google-java', {
  ...google.facts,
  lines: {
    ends: of('\n\r\0'),
    byteOrderMark: 'skipped-even-partial',
  },
  names: {
    withoutColon: 'first-space',
    letterCase: {
      run: isKnownName,
      inWords: 'Letters outside ASCII are folded too: “Diſallow:” is read as Disallow.',
    },
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
  agents: {
    fileToken: 'unicode-letters',
    letterCase: 'each-upper-lower',
    // Java's white space is Python's, without U+0085 and the no-break spaces.
    starBefore: new Set([...PYTHON_SPACE].filter((code) => ![0x85, 0xa0, 0x2007, 0x202f].includes(code))),
    emptyNameCounts: true,
  },
  // The limit is 2083, the length of the longest URL that some browsers accept, minus two octets for a truncated
  // character.
  rules: { maxValueOctets: 2083 - 2 },
  normalising: { ...google.facts.normalising, text: 'utf-8-java' },
  targets: {
    read: {
      run: readJavaUrl,
      inWords: 'A URL that Java’s java.net.URL rejects counts as the root of its site.',
    },
  },
  extras: { indexPage: { of: 'allow', when: 'is' } },
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
