/**
 * Tests that third-party text reaches the model only marked, on one line, truncated, and without invisible characters.
 */
import { caller, line, own, site } from '@robots-exclusion/operations/words';
import { describe, expect, it } from 'vitest';
import { refusalText } from './robots-source.ts';
import { sealed } from './seal.ts';
import { shownText, siteLine } from './site-text.ts';
import { unknownCrawlerWords } from './unknown-crawler-words.ts';
import { shownUrl, wordsText } from './words-text.ts';

describe('text of a site', () => {
  it.each([
    ['plain text: ä, 語, "quoted"', 'plain text: ä, 語, "quoted"'],
    ['a\nb\r\n', 'a\\u{a}b\\u{d}\\u{a}'],
    ['\u001b[2J\u0000\u009b', '\\u{1b}[2J\\u{0}\\u{9b}'],
    ['\u202ea\u2028b\u2029', '\\u{202e}a\\u{2028}b\\u{2029}'],
    ['\u200b\u00ad\ufeff\u{e0041}\u{ffff}', '\\u{200b}\\u{ad}\\u{feff}\\u{e0041}\\u{ffff}'],
    ['\u034f\u115f\u3164', '\\u{34f}\\u{115f}\\u{3164}'],
    ['\ud800', '\\u{d800}'],
  ])('%j', (text, shown) => {
    expect(shownText(text)).toBe(shown);
  });

  it('is cut after 500 characters, whole ones, and says so', () => {
    expect(shownText('a'.repeat(500))).toBe('a'.repeat(500));
    expect(shownText('a'.repeat(501))).toBe(`${'a'.repeat(500)}… (cut)`);
    expect(shownText('😀'.repeat(500))).toBe('😀'.repeat(500));
    expect(shownText('😀'.repeat(501))).toBe(`${'😀'.repeat(500)}… (cut)`);
    expect(shownText('abc', 2)).toBe('ab… (cut)');
    expect(shownText('', 0)).toBe('');
  });

  it('stands on a line of its own that nothing in it ends', () => {
    expect(siteLine('a"b\n')).toBe('  site text: "a\\"b\\n"');
  });

  it('is escaped and cut in every member of an answer, but the texts of the caller stay', () => {
    const long = 'a'.repeat(600);
    const answer = { n: 1, yes: true, none: null, list: ['a\nb', { 'b\nc': long }], mine: long, 'd\ne': 'x' };
    expect(sealed(answer, new Set(['other']))).toEqual({
      ...{ n: 1, yes: true, none: null, 'd\\u{a}e': 'x', mine: shownText(long) },
      list: ['a\\u{a}b', { 'b\\u{a}c': shownText(long) }],
    });
    expect(sealed(answer, new Set([long]))).toMatchObject({
      mine: long,
      list: ['a\\u{a}b', { 'b\\u{a}c': long }],
    });
    expect(sealed(undefined, new Set())).toBeUndefined();
  });
});

describe('a URL of the caller', () => {
  it.each([
    ['https://a.example/b?c#d~', 'https://a.example/b?c#d~'],
    ['https://me:pw@a.example/', 'https://***@a.example/'],
    ['a b', 'a%20b'],
    ['!~', '!~'],
    ['\u007f\u001f', '%7F%1F'],
    ['ä\n', '%C3%A4%0A'],
    ['x\ud800y', 'x%EF%BF%BDy'],
    ['😀', '%F0%9F%98%80'],
  ])('%j is shown in printable ASCII', (url, shown) => {
    expect(shownUrl(url)).toBe(shown);
  });

  it('is cut after 200 characters', () => {
    expect(shownUrl('a'.repeat(200))).toBe('a'.repeat(200));
    expect(shownUrl('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`);
  });
});

describe('words of an answer', () => {
  it('are lines; text that is not ours is encoded, or has a line of its own', () => {
    const words = [line`${caller('https://a.example/ä')}: ${own('allowed')}, ${2}`, [site('Disallow: /\n')]];
    expect(wordsText(words)).toBe('https://a.example/%C3%A4: allowed, 2\n  site text: "Disallow: /\\\\u{a}"');
    expect(wordsText([line`by ${site('a b')}`])).toBe('by a%20b');
    expect(wordsText([line`${site('a b')} decides`])).toBe('a%20b decides');
    expect(wordsText([[caller('a b')]])).toBe('a%20b');
    expect(wordsText([[own('a')], []])).toBe('a\n');
  });

  it('a refusal quotes where it leads, and says what its operator can do', () => {
    const refusal = { origin: 'https://a.example\n' } as Parameters<typeof refusalText>[0];
    expect(refusalText({ ...refusal, by: 'transports' } as never)).toBe(
      'robots.txt redirects to a URL that this program cannot fetch\n  site text: "https://a.example\\\\u{a}"\nnothing is fetched from there, now or later',
    );
    expect(refusalText({ ...refusal, by: 'address-policy' } as never)).toBe(
      'the address policy refuses the origin that robots.txt redirects to\n  site text: "https://a.example\\\\u{a}"\nnothing is fetched from there, now or later; to allow it, start this program with --also-fetch and that origin',
    );
  });
});

describe('misspelled crawlers', () => {
  const named = (...tokens: string[]) => ({ tokens, nearest: ['GPTBot', 'CCBot'] });
  const text = (answer: object) => wordsText(unknownCrawlerWords(answer));

  it('are named once each, wherever the answer has them', () => {
    const answer = {
      results: [
        { crawler: named('GPTBto') },
        { crawler: named('GPTBto') },
        { crawler: { tokens: ['x'] } },
        {},
      ],
      unknownCrawlers: [named('a', 'b'), { tokens: ['y'], nearest: [] }],
    };
    expect(text(answer)).toBe(
      'GPTBto is not a known crawler; did you mean GPTBot or CCBot?\na,b is not a known crawler; did you mean GPTBot or CCBot?',
    );
    expect(text({ crawler: named('z') })).toBe('z is not a known crawler; did you mean GPTBot or CCBot?');
    expect(text({})).toBe('');
  });

  it('are at most ten, and the last line counts the others', () => {
    const unknownCrawlers = Array.from({ length: 12 }, (_, at) => named(`c${at}`));
    const lines = unknownCrawlerWords({ results: [], unknownCrawlers });
    expect([lines.length, wordsText(lines.slice(10))]).toEqual([
      11,
      '2 more unknown names are similar to known ones',
    ]);
    const ten = unknownCrawlerWords({ results: [], unknownCrawlers: unknownCrawlers.slice(0, 10) });
    expect(ten).toHaveLength(10);
  });
});
