/** Tests that each fact that departs from RFC 9309 has one true sentence, and other facts have none. */
import { describe, expect, it } from 'vitest';
import * as LineKind from '../parse/line-kind.ts';
import { AXES, describeFacts } from './describe.ts';
import type { Axis, DialectFacts } from './engine/facts.ts';
import { ALL_BUT_SLASH, ANY_RECORD, NON_ASCII, NONE, of, RULES, ranges, UNRESERVED } from './engine/sets.ts';
import { dialects } from './index.ts';
import { factsOf, rfc9309Facts } from './rfc9309.ts';

function withFacts<A extends Axis>(axis: A, other: Partial<DialectFacts[A]>): DialectFacts {
  return { ...rfc9309Facts, [axis]: { ...rfc9309Facts[axis], ...other } };
}

function sentences<A extends Axis>(axis: A, other: Partial<DialectFacts[A]>): readonly string[] {
  return describeFacts(withFacts(axis, other)).map(({ sentence }) => sentence);
}

const recoding = { decoded: NONE, encoded: NONE, upperCase: false, encodesPercent: 'no' } as const;
const pattern = (other: object) => sentences('normalising', { pattern: { ...recoding, ...other } });
const names = (other: object) => sentences('names', { known: { ...rfc9309Facts.names.known, ...other } });

describe('facts in words', () => {
  it('are none for RFC 9309, also where its sets and tables are copies', () => {
    const { lines, names, runs } = rfc9309Facts;
    const known = Object.fromEntries(Object.entries(names.known).map(([kind, own]) => [kind, [...own]]));
    expect(describeFacts(rfc9309Facts)).toEqual([]);
    expect(sentences('lines', { ends: new Set([...lines.ends].reverse()) })).toEqual([]);
    expect(sentences('names', { known })).toEqual([]);
    expect(sentences('runs', { endedBy: new Set(runs.endedBy) })).toEqual([]);
  });

  it('name the axis and the fact, in the order of the axes', () => {
    const facts = {
      ...withFacts('extras', { robotsTxtIsAllowed: false }),
      matching: { stars: 'prefix', dollar: 'last' },
    };
    expect(describeFacts(facts as DialectFacts)).toEqual([
      {
        axis: 'matching',
        fact: 'stars',
        sentence: 'There are no wildcards: * and $ are literal characters.',
      },
      { axis: 'extras', fact: 'robotsTxtIsAllowed', sentence: '/robots.txt itself can be disallowed.' },
    ]);
  });

  it.each(dialects.map((dialect) => [dialect.name, factsOf(dialect)] as const))(
    'of %s are sentences, each once for an axis',
    (_, facts) => {
      const found = describeFacts(facts);
      for (const { axis, sentence } of found) {
        expect([...AXES.keys()]).toContain(axis);
        expect(sentence).toMatch(/^[A-Z#*/].*\.$/);
        expect(sentence).not.toMatch(/undefined|\[object/);
      }
      expect(new Set(found.map(({ axis, sentence }) => `${axis} ${sentence}`)).size).toBe(found.length);
    },
  );
});

it('facts of a dialect are those that it defines', () => {
  for (const dialect of dialects) if ('facts' in dialect) expect(factsOf(dialect)).toBe(dialect.facts);
  expect(dialects.filter((dialect) => factsOf(dialect) === rfc9309Facts).map(({ name }) => name)).toEqual([
    'rfc9309',
  ]);
});

describe('sets of characters in words', () => {
  const ends = (codes: ReadonlySet<number>) => sentences('lines', { ends: codes }).join();
  const LF_AND_CR = [10, 13];

  it.each([
    [[10], 'The character CR does not end a line by itself.'],
    [[10, 13, 0], 'The character NUL also ends a line.'],
    [[10, 13, 0x7f], 'The character U+007F also ends a line.'],
    [[10, 13, 0x80], 'The character U+0080 also ends a line.'],
    [[10, 13, 11, 12], 'Each of these also ends a line: vertical tab and form feed.'],
    [
      [10, 9, 32],
      'Each of these also ends a line: tab and space. The character CR does not end a line by itself.',
    ],
    [[9], 'The character tab also ends a line. Each of these does not end a line by itself: LF and CR.'],
  ])('%j: %s', (codes, expected) => {
    expect(ends(new Set(codes))).toBe(expected);
  });

  it('name four of ASCII and four others, and count the rest', () => {
    expect(ends(new Set([...LF_AND_CR, ...of('ABCD'), ...of('äöüß')]))).toBe(
      'Each of these also ends a line: U+0041, U+0042, U+0043, U+0044, U+00E4, U+00F6, U+00FC and U+00DF.',
    );
    expect(ends(new Set([...LF_AND_CR, ...of('ABCDE'), ...of('äöüßé')]))).toBe(
      'Each of these also ends a line: U+0041, U+0042, U+0043, U+0044, 1 more of ASCII and 5 outside ASCII such as U+00E4.',
    );
  });
});

describe('names of records in words', () => {
  it.each([
    [{ host: ['host'] }, 'These names are also known: “host:”.'],
    [
      { sitemap: ['sitemap', 'site-map'], host: ['host'] },
      'These names are also known: “site-map:” and “host:”.',
    ],
    [{ sitemap: [] }, 'These names are not known: “sitemap:”.'],
    [
      { sitemap: ['sitemaps'] },
      'These names are also known: “sitemaps:”. These names are not known: “sitemap:”.',
    ],
  ])('%j: %s', (other, expected) => {
    expect(names(other)).toEqual([expected]);
  });

  it.each([
    [[...ANY_RECORD], 'Any other record ends a run of user-agent lines, even Sitemap or an unknown record.'],
    [
      [...ANY_RECORD].filter((kind) => kind !== LineKind.sitemap && kind !== LineKind.host),
      'Any other record except Host and Sitemap ends a run of user-agent lines, even an unknown one.',
    ],
    [[LineKind.disallow], 'Only a Disallow record ends a run of user-agent lines.'],
    [[...RULES, LineKind.crawlDelay], 'A Crawl-delay record also ends a run of user-agent lines.'],
    [
      [...RULES, LineKind.crawlDelay, LineKind.sitemap, LineKind.requestRate],
      'A Crawl-delay, Sitemap or Request-rate record also ends a run of user-agent lines.',
    ],
  ])('%j: %s', (kinds, expected) => {
    expect(sentences('runs', { endedBy: new Set(kinds) })).toEqual([expected]);
  });
});

describe('normalizing in words', () => {
  it.each([
    [{}, 'escapes are not decoded and nothing is escaped'],
    [{ decoded: UNRESERVED }, 'escapes of letters, digits and -._~ are decoded and nothing is escaped'],
    [{ decoded: ALL_BUT_SLASH }, 'every escape except that of a slash is decoded and nothing is escaped'],
    [{ decoded: ranges([0, 0xff]) }, 'every escape is decoded and nothing is escaped'],
    [
      { upperCase: true },
      'escapes are not decoded, remaining escapes are in upper case and nothing is escaped',
    ],
    [{ encoded: NON_ASCII }, 'escapes are not decoded and octets outside ASCII are escaped'],
    [{ encoded: of(' "') }, 'escapes are not decoded and some ASCII octets are escaped'],
    [
      { encoded: new Set([...NON_ASCII, 0x7f]) },
      'escapes are not decoded and octets outside ASCII and some of ASCII are escaped',
    ],
    [
      { encodesPercent: 'stray' },
      'escapes are not decoded, nothing is escaped and a % without two hexadecimal digits is escaped',
    ],
  ])('%#: %s', (other, expected) => {
    expect(pattern(other)).toEqual([`Patterns: ${expected}.`]);
  });

  it('are the words of the dialect where it has a way of its own', () => {
    expect(sentences('normalising', { target: 'none' })).toEqual(['URLs: compared without changes.']);
    const own = { run: (text: string) => text, inWords: 'left alone' };
    expect(sentences('normalising', { pattern: own })).toEqual(['Patterns: left alone.']);
  });
});

it.each([
  ['lines', 'fails'],
  ['names', 'read'],
  ['agents', 'fails'],
  ['agents', 'decode'],
  ['rules', 'expand'],
  ['rules', 'fails'],
  ['targets', 'read'],
  ['targets', 'withoutGroup'],
  ['extras', 'crawlDelay'],
] as const)('what a dialect does its own way is in its own words: %s, %s', (axis, fact) => {
  const own = { run: () => undefined, inWords: 'In a way of its own.' };
  const facts = {
    ...rfc9309Facts,
    [axis]: { ...rfc9309Facts[axis], [fact]: own },
  } as unknown as DialectFacts;
  expect(describeFacts(facts)).toEqual([{ axis, fact, sentence: 'In a way of its own.' }]);
});

describe('facts with a choice', () => {
  it.each([
    ['lines', { byteOrderMark: 'kept' }, 'A byte order mark is part of the first line.'],
    ['groups', { needs: RULES }, 'User-agent lines without rules do not form a group.'],
    [
      'groups',
      { needs: new Set([...RULES, LineKind.crawlDelay]) },
      'User-agent lines without rules or Crawl-delay do not form a group.',
    ],
    ['agents', { starBefore: NONE }, 'Only * alone means every crawler. “* foo” does not.'],
    ['agents', { starBefore: of(' \t/') }, 'The character U+002F can follow a * that means every crawler.'],
    ['agents', { emptyNameCounts: true }, 'A user-agent line without a value is compared like any other.'],
    ['extras', { maxCrawlDelaySeconds: 20 }, 'A Crawl-delay above 20 seconds disallows everything.'],
    [
      'extras',
      { indexPage: { of: 'both', when: 'is' } },
      'A rule for index.html also applies to its directory.',
    ],
  ] as const)('%s, %j: %s', (axis, other, expected) => {
    expect(sentences(axis, other as Partial<DialectFacts[typeof axis]>)).toEqual([expected]);
  });
});
