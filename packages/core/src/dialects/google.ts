/** Google's own parser and matcher, the C++ library. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { TargetReading } from './engine/own-way.ts';
import { ASCII_SPACE, NON_ASCII, NONE } from './engine/sets.ts';
import { rfc9309Facts } from './rfc9309.ts';

export const google: Dialect & DialectDefinition = defineDialect({
  name: 'google',
  short: 'goo',
  title: 'Google robotstxt (C++), as Googlebot uses it',
  source: 'https://github.com/google/robotstxt',
  version: '22b355f',
  asOf: '2026-04-01',
  basis: 'executed',
  regular: true,
  facts: {
    ...rfc9309Facts,
    lines: {
      ...rfc9309Facts.lines,
      whiteSpace: ASCII_SPACE,
      byteOrderMark: 'skipped-even-partial',
      utf16: 'read-as-octets',
      nul: 'hides-rest',
      // The limit is eight times 2083, the length of the longest URL that some browsers accept, minus one octet for the
      // terminator.
      maxLineOctets: 2083 * 8 - 1,
    },
    names: {
      withoutColon: 'two-words',
      letterCase: 'ascii',
      match: 'prefix',
      namelessIsNoRecord: true,
      known: {
        'user-agent': ['user-agent', 'useragent', 'user agent'],
        allow: ['allow'],
        disallow: ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
        sitemap: ['sitemap', 'site-map'],
      },
    },
    agents: {
      fileToken: 'letters',
      callerToken: 'whole',
      letterCase: 'ascii',
      compare: 'equal',
      starBefore: ASCII_SPACE,
      emptyNameCounts: true,
    },
    rules: { empty: 'matches-nothing', withoutSlash: 'kept' },
    normalising: {
      text: 'octets',
      pattern: { decoded: NONE, encoded: NON_ASCII, upperCase: true, encodesPercent: 'no' },
      target: 'none',
    },
    precedence: { order: 'longest-pattern', tie: 'allow', length: 'units', emptyNeverDecides: true },
    targets: {
      domain: 'text',
      read: {
        run: readTarget,
        inWords:
          'A URL is compared from its first slash, ? or ; after the host up to its first #, unchanged.',
      },
    },
    extras: { robotsTxtIsAllowed: false, indexPage: { of: 'allow', when: 'begins' } },
  },
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
