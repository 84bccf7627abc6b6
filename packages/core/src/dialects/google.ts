/** Google's own parser and matcher, the C++ library. */
import type { TargetReading } from './engine/own-way.ts';
import { ASCII_SPACE, NON_ASCII, NONE } from './engine/sets.ts';
import { type Imitation, imitation } from './imitation.ts';

export const google: Imitation = imitation('google', {
  lines: {
    whiteSpace: ASCII_SPACE,
    byteOrderMark: 'skipped-even-partial',
    nul: 'hides-rest',
    // The limit is eight times 2083, the length of the longest URL that some browsers accept, minus one octet for the
    // terminator.
    maxLineOctets: 2083 * 8 - 1,
  },
  names: {
    withoutColon: 'two-words',
    match: 'prefix',
    namelessIsNoRecord: true,
    known: {
      'user-agent': ['user-agent', 'useragent', 'user agent'],
      allow: ['allow'],
      disallow: ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
      sitemap: ['sitemap', 'site-map'],
    },
  },
  agents: { fileToken: 'letters', starBefore: ASCII_SPACE, emptyNameCounts: true },
  normalising: { pattern: { decoded: NONE, encoded: NON_ASCII, upperCase: true, encodesPercent: 'no' } },
  precedence: { emptyNeverDecides: true },
  targets: {
    read: {
      run: readTarget,
      inWords: 'A URL is compared from its first slash, ? or ; after the host up to its first #, unchanged.',
    },
  },
  extras: { indexPage: { of: 'allow', when: 'begins' } },
});

/**
 * The text from the first `/`, `?` or `;` after the scheme to the first `#`, unchanged. A leading `//` is dropped, and
 * so is everything after a NUL.
 */
function readTarget(url: string): TargetReading {
  const start = url.startsWith('//') ? 2 : 0;
  const early = indexOfAny(url, start);
  const scheme = url.indexOf('://', start);
  const from = scheme >= 0 && scheme <= early ? scheme + 3 : start;
  const path = indexOfAny(url, from);
  const fragment = url.indexOf('#', start);
  const text = url.slice(path, fragment < 0 ? url.length : fragment).split('\u0000', 1)[0] as string;
  return { path: text.startsWith('/') ? text : `/${text}` };
}

/** The position of the first `/`, `?` or `;`, or else the end. */
function indexOfAny(url: string, start: number): number {
  const found = url.slice(start).search(/[/?;]/);
  return found < 0 ? url.length : start + found;
}
