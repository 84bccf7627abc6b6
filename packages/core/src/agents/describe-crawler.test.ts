import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from '../index.ts';
import {
  agents,
  crawlerNames,
  describeCrawler,
  type ResolveOptions,
  registryWith,
  resolveCrawler,
} from './index.ts';

const FILE = parse('User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n');
const described = (name: string | readonly string[], options: ResolveOptions = {}) =>
  describeCrawler(FILE, resolveCrawler(name, options));

describe('the description of a crawler that was asked about', () => {
  it.each([
    ['GPTBot', { tokens: ['GPTBot'], known: true }],
    ['gptbot/1.1', { tokens: ['gptbot/1.1'], known: true }],
    ['*', { tokens: ['*'], known: true }],
    [
      'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
      { tokens: ['bingbot'], known: true },
    ],
    [
      'GPTBto',
      {
        tokens: ['GPTBto'],
        known: false,
        nearest: ['GPTBot'],
        note: 'GPTBto is not a known crawler; did you mean GPTBot?',
      },
    ],
    [
      'GPT bot',
      {
        tokens: ['GPT bot'],
        known: false,
        nearest: ['GPTBot'],
        note: '"GPT bot" is not a known crawler; did you mean GPTBot?',
      },
    ],
    ['FooBot', { tokens: ['FooBot'], known: false, nearest: [], note: 'FooBot is not a known crawler' }],
    [
      'FooBot/1.0 (+https://foo.example/)',
      { tokens: ['FooBot'], known: false, nearest: [], note: 'FooBot is not a known crawler' },
    ],
    [
      'Googlebot,bingbot',
      {
        tokens: ['Googlebot', 'bingbot'],
        known: true,
        note: 'Treated as one crawler with the product tokens Googlebot and bingbot',
      },
    ],
    [
      'GPTBto, Goglebot,CCBot',
      {
        tokens: ['GPTBto', 'Goglebot', 'CCBot'],
        known: false,
        nearest: ['GPTBot', 'Googlebot'],
        note: 'Treated as one crawler with the product tokens GPTBto, Goglebot and CCBot. GPTBto is not a known crawler; did you mean GPTBot? Goglebot is not a known crawler; did you mean Googlebot?',
      },
    ],
    [
      'Googlebot-Image',
      {
        tokens: ['Googlebot-Image'],
        known: true,
        followsGroup: 'Googlebot',
        note: 'Googlebot-Image follows the group of Googlebot, as Google documents',
        source: expect.stringMatching(/^https:/),
      },
    ],
  ])('%s', (name, expected) => {
    expect(described(name)).toEqual(expected);
  });

  it('says the same of names that are taken literally', () => {
    expect(described('GPTBto', { literal: true })).toEqual(described('GPTBto'));
    expect(described('Googlebot-Image', { literal: true })).toMatchObject({ known: true, literal: true });
  });

  it('leaves out what depends on groups where there is no file', () => {
    const crawler = resolveCrawler('Googlebot-Image');
    expect(describeCrawler(undefined, crawler)).toEqual({ tokens: ['Googlebot-Image'], known: true });
  });

  it('looks into the registry that it is given', () => {
    const own = { token: 'FooBot', operator: 'Foo', source: 'https://foo.example/', asOf: '2026-11-22' };
    const registry = registryWith([own]);
    const [foo, fob] = ['FooBot', 'FoBot'].map((name) => resolveCrawler(name, {}, registry));
    expect(describeCrawler(undefined, foo!, registry).known).toBe(true);
    expect(describeCrawler(undefined, fob!, registry).nearest).toEqual(['FooBot']);
    // What the registry knows travels with the crawler.
    expect(describeCrawler(undefined, fob!).nearest).toEqual(['FooBot']);
    expect(describeCrawler(undefined, foo!).known).toBe(true);
  });

  it('keeps a sentence short for a name of 10,000 characters, and for 10,000 names', () => {
    const long = described('x'.repeat(10_000));
    expect(long.nearest).toEqual([]);
    expect(long.note?.length).toBeLessThan(200);
    const many = described(Array.from({ length: 10_000 }, (_, index) => `GPTBo${index}`));
    expect(many.tokens).toHaveLength(10_000);
    expect(many.nearest).toEqual(['GPTBot']);
    expect(many.note).toMatch(/9997 more names are not known$/);
    expect(many.note?.length).toBeLessThan(500);
  });

  it('quotes a name that is not plain', () => {
    expect(described('ein Bot\u202e', {}).tokens.length).toBeGreaterThan(0);
    expect(described(['a\u001b[31m']).note).toBe('"a\\u001b[31m" is not a known crawler');
  });
});

describe('the nearest known crawlers', () => {
  it('are all that a plain table of edits finds at the smallest distance, two at most, or begin with the word', () => {
    const typos = fc.tuple(fc.constantFrom(...agents), fc.array(edit, { minLength: 1, maxLength: 3 }));
    fc.assert(
      fc.property(typos, ([{ token }, edits]) => {
        const word = edits.reduce((text, apply) => apply(text), token);
        fc.pre(/^[^\s/*,;(]+$/.test(word));
        const { known, nearest = [] } = described([word]);
        expect([known, nearest]).toEqual(slowly(word));
      }),
      { numRuns: runs(60) },
    );
  });
});

const place = fc.nat();
const letter = fc.constantFrom(...'abotgGB-3é');
const edit = fc.oneof(
  fc.tuple(place, letter).map(
    ([at, one]) =>
      (text: string) =>
        cut(text, at, 0, one),
  ),
  place.map((at) => (text: string) => cut(text, at, 1, '')),
  fc.tuple(place, letter).map(
    ([at, one]) =>
      (text: string) =>
        cut(text, at, 1, one),
  ),
  place.map((at) => (text: string) => {
    const from = at % text.length;
    const pair = text.slice(from, from + 2);
    return cut(text, from, 2, [...pair].reverse().join(''));
  }),
);

function cut(text: string, at: number, count: number, put: string): string {
  const from = at % Math.max(1, text.length);
  return text.slice(0, from) + put + text.slice(from + count);
}

/**
 * Computes the nearest tokens from the definition of the distance, for one edit and then for two; if there are none, it
 * finds the shortest tokens that begin with the word.
 */
function slowly(word: string): [boolean, string[]] {
  const tokens = agents.map(({ token }) => token);
  const same = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase();
  if (tokens.some(same(word))) return [true, []];
  const most = word.replace(/bot$/i, '').length < 6 ? 1 : 2;
  for (let edits = 1; edits <= most; edits++) {
    const found = tokens.filter((token) => within(word.toLowerCase(), token.toLowerCase(), edits));
    if (found.length > 0) return [false, found];
  }
  if (word.length < 4) return [false, []];
  const begun = tokens.filter((token) => same(token.slice(0, word.length))(word));
  return [false, begun.sort((a, b) => a.length - b.length).slice(0, 3)];
}

/** Optimal string alignment distance by its recursive definition. */
function within(a: string, b: string, edits: number): boolean {
  if (edits < 0) return false;
  if (a === '' || b === '') return a.length + b.length <= edits;
  if (a[0] === b[0] && within(a.slice(1), b.slice(1), edits)) return true;
  if (a[0] === b[1] && a[1] === b[0] && a.length > 1 && within(a.slice(2), b.slice(2), edits - 1))
    return true;
  const less = edits - 1;
  return within(a.slice(1), b, less) || within(a, b.slice(1), less) || within(a.slice(1), b.slice(1), less);
}

describe('crawlerNames', () => {
  it('puts the crawlers of a purpose in the place of registry:PURPOSE, each once', () => {
    const training = agents.filter(({ purposes }) => purposes.includes('training')).map(({ token }) => token);
    expect(crawlerNames(['registry:training'])).toEqual(training);
    expect(crawlerNames(['gptbot', ' Registry:Training', 'registry:training', 'A,B'])).toEqual([
      'gptbot',
      ...training.filter((token) => token !== 'GPTBot'),
      'A,B',
    ]);
    expect(crawlerNames(['registry:all'])).toHaveLength(agents.length);
  });

  it('refuses a purpose that no crawler has, and names the nearest', () => {
    expect(() => crawlerNames(['registry:trainig'])).toThrow(
      /"registry:trainig".*did you mean "registry:training"\?$/,
    );
    expect(() => crawlerNames(['registry:'])).toThrow(RangeError);
  });
});
