/** Tests the description of a region, and records that are not rules. */
import { describe, expect, it } from 'vitest';
import { WorkBudget } from '../compare/work-budget.ts';
import { yandex } from '../dialects/documented.ts';
import { google } from '../dialects/google.ts';
import { rfc9309 } from '../parse/dialect.ts';
import { parse } from '../parse/parse.ts';
import { compareByDialect } from './compare-by-dialect.ts';
import { deadRules } from './dead-rules.ts';
import { diff } from './diff.ts';
import { proveSameVerdicts } from './prove-same-verdicts.ts';

const group = (...lines: string[]): string => `User-agent: *\n${lines.join('\n')}\n`;
const only = (before: string[], after: string[]) => {
  const regions = diff(group(...before), group(...after)).crawlers[0]?.regions ?? [];
  expect(regions).toHaveLength(1);
  return regions[0];
};

describe('a region', () => {
  it.each([
    ['of one rule', [], ['Disallow: /a'], ['/a']],
    ['of two rules that say the same', ['Allow: /a'], ['Disallow: /a'], ['/a']],
    ['of a rule and a narrower one', ['Allow: /a'], ['Allow: /a', 'Disallow: /ab'], ['/ab']],
    [
      'of two rules of which neither implies the other',
      ['Disallow: /a'],
      ['Disallow: /a', 'Allow: /*b'],
      ['/a', '/*b'],
    ],
  ])('%s has the patterns that say which it is', (_, before, after, expected) => {
    expect(only(before, after)?.matching).toEqual(expected);
  });

  it('has the exceptions that no other one implies, the shortest first', () => {
    const allowed = ['Allow: /a/b', 'Allow: /a/b/c', 'Allow: /a/*d', 'Allow: /z', 'Allow: /a/c'];
    expect(only(allowed, [...allowed, 'Disallow: /a'])).toMatchObject({
      except: ['/a/b', '/a/c', '/a/*d'],
      hasMoreExceptions: false,
    });
  });

  it.each([
    [8, false],
    [9, true],
    [10, true],
  ])('has up to eight exceptions: of %d', (count, hasMoreExceptions) => {
    const allowed = Array.from({ length: count }, (_, at) => `Allow: /a/${at % 10}x`);
    const region = only(allowed, [...allowed, 'Disallow: /a']);
    expect(region?.except).toHaveLength(8);
    expect(region?.hasMoreExceptions).toBe(hasMoreExceptions);
  });
});

describe('what a report says beside verdicts', () => {
  it('is of each delay that crawlers get', () => {
    const before =
      'User-agent: a\nCrawl-delay: 1\nCrawl-delay: 9\nAllow: /\n\nUser-agent: b\nRequest-rate: 1/5\nAllow: /\n';
    const after = 'User-agent: a\nCrawl-delay: 2\nAllow: /\n\nUser-agent: b\nCrawl-delay: 3\nAllow: /\n';
    expect(diff(before, after).crawlDelays).toStrictEqual([
      { crawlers: ['a'], beforeSeconds: 1, afterSeconds: 2 },
      { crawlers: ['b'], afterSeconds: 3 },
    ]);
    expect(diff(after, before).crawlDelays[1]).toStrictEqual({ crawlers: ['b'], beforeSeconds: 3 });
    expect(diff(after, after).crawlDelays).toEqual([]);
  });

  it('is of no other record with a number', () => {
    const delays = diff(group('Frob: 7', 'Crawl-delay: 1'), group('Frob: 7', 'Crawl-delay: 2')).crawlDelays;
    expect(delays).toEqual([{ crawlers: ['*'], beforeSeconds: 1, afterSeconds: 2 }]);
  });

  it('puts crawlers with the same change of delay together', () => {
    const text = 'User-agent: a\nCrawl-delay: 1\n\nUser-agent: b\nCrawl-delay: 1\nAllow: /\n';
    expect(diff(text, text.replaceAll(': 1', ': 2')).crawlDelays).toEqual([
      { crawlers: ['a', 'b'], beforeSeconds: 1, afterSeconds: 2 },
    ]);
  });

  it('is of no record that differs in white space and the case of its name alone', () => {
    const [before, after] = ['Content-Usage: ai=n,  \tx=y', 'content-usage:ai=n, x=y'].map((line) =>
      group(line),
    );
    expect(diff(before as string, after as string).usage).toEqual([]);
    expect(diff(before as string, group('Content-Usage: ai=n,x=y')).usage).toHaveLength(1);
  });
});

it('files of two dialects are not compared', () => {
  const documents = [parse('', { dialect: google }), parse('', { dialect: yandex })] as const;
  expect(() => compareByDialect(documents, new WorkBudget(1))).toThrow(/"google" and "yandex".*one dialect/);
});

describe('the search for dead rules', () => {
  const text = group('Disallow: /a', 'Disallow: /a/b');

  it('with too little work finds less, and says so', () => {
    expect(deadRules(parse(text), { budget: 0 })).toEqual({ rules: [], isComplete: false });
    const found = deadRules(parse(text), { budget: 100 });
    expect([found.rules.length, found.isComplete]).toEqual([1, true]);
  });

  it.each([-1, Number.NaN])('is not begun with a budget of %d', (budget) => {
    expect(() => deadRules(parse(text), { budget })).toThrow(RangeError);
  });

  it('finds a rule shadowed only if it is for every crawler that it applies to', () => {
    const both =
      'User-agent: a\nUser-agent: b\nDisallow: /x\nDisallow: /x/y\n\nUser-agent: b\nDisallow: /x/y*\n';
    const [found] = deadRules(parse(both)).rules;
    expect(found).toMatchObject({ kind: 'redundant', isRemovable: true });
    expect(found?.because.map(({ line }) => line)).toEqual([3, 7]);
  });
});

describe('rules of a dialect', () => {
  const [narrow, wide] = ['Allow: /a/b', 'Disallow: /a'];
  const rows = ['Disallow: /c', narrow, 'Allow: /c$', wide];

  it.each([google, rfc9309, yandex])(
    '$name: mean the same in any order, if the most specific decides',
    (dialect) => {
      const bodies = [rows, rows.toReversed(), [wide, narrow, ...rows]].map((lines) => group(...lines));
      for (const after of bodies)
        expect(proveSameVerdicts(group(...rows), after, { dialects: [dialect] }).kind).toBe('equal');
      const other = group('Disallow: /c', narrow, 'Allow: /c$', 'Disallow: /a/b/c');
      expect(proveSameVerdicts(group(...rows), other, { dialects: [dialect] }).kind).toBe('changed');
    },
  );
});

it('crawlers are a list: anything else is named in the error', () => {
  expect(() => diff('', '', { crawlers: 'GPTBot' as never })).toThrow(
    /"GPTBot": expected a list of product tokens/,
  );
});

it('regions come by severity, then by the lines that decide', () => {
  const linesOf = (...after: string[]) =>
    diff(group('Disallow: /a', 'Disallow: /b'), group(...after)).crawlers[0]?.regions.map((region) => [
      region.severity,
      (region.after ?? region.before)?.line,
    ]);
  expect(linesOf('Disallow: /d', 'Disallow: /c')).toEqual([2, 2, 3, 3].map((line) => ['warning', line]));
  expect(linesOf('Disallow: /d', 'Disallow: /')).toEqual([
    ['error', 3],
    ['warning', 2],
  ]);
});
