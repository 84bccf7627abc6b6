import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../engine/compile.ts';
import { explainer } from '../explain/explain.ts';
import { parse } from '../parse/parse.ts';
import { deadRules } from './dead-rules.ts';
import { proveSameVerdicts } from './prove-same-verdicts.ts';

const BUDGET = 50_000;

const reported = (body: string): string[] =>
  deadRules(parse(body), { budget: BUDGET }).rules.map(
    ({ record, kind, because, isRemovable }) =>
      `${record.line} ${kind} ${because.map(({ line }) => line).join()}${isRemovable ? '' : ' stays'}`,
  );

describe('deadRules', () => {
  it.each([
    ['rules that all do something', ['Disallow: /a', 'Allow: /a/b', 'Disallow: /a/b/c'], []],
    ['one that never decides', ['Disallow: /a', 'Allow: /a*'], ['2 shadowed 3']],
    [
      'the rules that suffice to hide one',
      ['Disallow: /*ab', 'Disallow: /xx', 'Allow: /*a*', 'Allow: /*b*'],
      ['2 shadowed 4'],
    ],
    ['one that another covers', ['Disallow: /a', 'Disallow: /a/b'], ['3 redundant 2']],
    [
      'several of which the nearest covers each',
      ['Disallow: /', 'Disallow: /a', 'Disallow: /a/b'],
      ['3 redundant 2', '4 redundant 3'],
    ],
    ['an allow that nothing disallows', ['Disallow: /b', 'Allow: /a'], ['3 redundant ']],
    ['one that matters between two others', ['Disallow: /', 'Allow: /a', 'Disallow: /a/b'], []],
    [
      'two of which one must stay',
      ['Disallow: /', 'Disallow: /a', 'Disallow: /b'],
      ['3 redundant 2', '4 redundant 2'],
    ],
    ['one that is repeated', ['Disallow: /', 'Disallow: /a', 'Disallow: /a'], ['3 redundant 2 stays']],
    ['the only rule', ['Allow: /a'], ['2 redundant  stays']],
  ])('names %s', (_, lines, expected) => {
    expect(reported(`User-agent: *\n${lines.join('\n')}\n`)).toEqual(expected);
  });

  it('asks every crawler that obeys the rule', () => {
    const body = 'User-agent: a\nUser-agent: b\nDisallow: /x\nDisallow: /x/y\n\nUser-agent: b\nAllow: /x*\n';
    expect(reported(body)).toEqual([]);
  });

  const part = fc.constantFrom('a', 'b', '*', '$', '/', '%2C', ',');
  const rule = fc
    .tuple(fc.constantFrom('Allow', 'Disallow'), fc.array(part, { maxLength: 3 }))
    .map(([kind, parts]) => `${kind}: /${parts.join('')}`);
  const lines = fc.array(
    fc.oneof({ weight: 5, arbitrary: rule }, fc.constantFrom('User-agent: a', 'User-agent: b')),
    {
      maxLength: 8,
    },
  );

  it('names only rules that decide nowhere, or that can go: each alone, and all together', () => {
    const targets = [
      '/',
      '/a',
      '/b',
      '/aa',
      '/ab',
      '/ba',
      '/bb',
      '/a/',
      '/b/a',
      '/,',
      '/%2C',
      '/aab',
      '/a,b',
      '/abb',
    ];
    fc.assert(
      fc.property(lines, (some) => {
        const all = ['User-agent: *', ...some];
        const body = all.join('\n');
        const without = (gone: readonly number[]) => all.filter((_, at) => !gone.includes(at + 1)).join('\n');
        const found = deadRules(parse(body), { budget: BUDGET }).rules;
        for (const { record, kind, isRemovable } of found) {
          if (isRemovable) expect(proveSameVerdicts(body, without([record.line])).kind).toBe('equal');
          if (kind === 'shadowed') {
            for (const who of ['a', 'b', 'c']) {
              const explain = explainer(compile(parse(body), who));
              for (const target of targets) expect(explain(target).rule?.line).not.toBe(record.line);
            }
          }
        }
        const removable = found.filter(({ isRemovable }) => isRemovable).map(({ record }) => record.line);
        expect(proveSameVerdicts(body, without(removable)).kind).toBe('equal');
      }),
      { numRuns: runs(300) },
    );
  });
});
