import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../test/oracle/rules-of.ts';
import { parse } from '../parse/parse.ts';
import { type ComparedRules, comparedRules, mergedRules, shownRule } from './compared-rule.ts';

const linesOf = (rules: ComparedRules) => rules.map(({ record, order }) => `${order} ${record.line}`);

describe('rules prepared for comparison', () => {
  it('are in the order in which they decide: more octets, then allow, then the first in the file', () => {
    const rules = rulesOf('Disallow: /abc', 'Allow: /a', 'Disallow: /b', 'Disallow: /c', 'Allow: /abd');
    expect(linesOf(rules)).toEqual(['0 5', '1 4', '2 3', '3 2', '4 6']);
  });

  it('are in that order whatever order their records are given in', () => {
    const document = parse('User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /a\n');
    const records = document.groups[0]?.rules ?? [];
    const backward = comparedRules(document, [...records].reverse());
    expect(backward).toEqual(comparedRules(document, records));
    expect(linesOf(backward)).toEqual(['0 3', '1 2']);
    expect(backward.map(({ isRepeated }) => isRepeated)).toEqual([false, true]);
  });

  it('are without those that match nothing', () => {
    expect(linesOf(rulesOf('Disallow:', 'Disallow: a', 'Disallow: /'))).toEqual(['0 4']);
  });

  const A = 'Disallow: /a';
  it.each([
    ['Allow: /a', A],
    ['Disallow: /a$', A],
    ['Disallow: /a*', A],
    ['Disallow: /a*b', 'Disallow: /ab*'],
    ['Disallow: /%2C', 'Disallow: /,'],
    ['Disallow: /%2C*,', 'Disallow: /,*%2C'],
  ])('are two: %s and %s', (one, other) => {
    expect(rulesOf(one, other).map(({ isRepeated }) => isRepeated)).toEqual([false, false]);
    expect(rulesOf(one)[0]?.key).not.toBe(rulesOf(other)[0]?.key);
  });

  it('are compared in full, however long', () => {
    const long = `${A}${'b'.repeat(9_000)}`;
    expect(rulesOf(`${long}c`, `${long}d`)).toHaveLength(2);
    expect(rulesOf(`${long}c`, `${long}%63`)).toHaveLength(1);
  });

  it.each([
    ['Disallow: /%61', A],
    ['disallow: /a # again', A],
    ['Disallow: /%2c', 'Disallow: /%2C'],
  ])('are one: %s and %s', (one, other) => {
    const [rule, ...more] = rulesOf(one, other);
    expect(more).toEqual([]);
    expect(rule).toMatchObject({ isRepeated: true, order: 0, record: { line: 2 } });
    expect(rulesOf(one)[0]?.key).toBe(rulesOf(other)[0]?.key);
  });

  it('of two lists are one list, with each rule once and in a place of its own', () => {
    const [one, other] = [rulesOf(A, 'Disallow: /abc'), rulesOf('Allow: /ab', A)];
    const merged = mergedRules(one, other);
    expect(merged.map(({ key, order }) => [order, key])).toEqual([
      [0, one[0]?.key],
      [1, other[1]?.key],
      [2, one[1]?.key],
    ]);
    expect(merged.map(({ isAllow, rank }) => [isAllow, rank])).toEqual(
      [one[0], other[1], one[1]].map((rule) => [rule?.isAllow, rule?.rank]),
    );
    expect(merged.map(({ record }) => record.kind)).toEqual(['disallow', 'allow', 'disallow']);
  });

  it.each([
    ['  Allow :  /%61*$ ', { kind: 'allow', text: 'Allow :  /%61*$', pattern: '/a*$', octets: 4 }],
    ['Disallow: /%2c', { kind: 'disallow', text: 'Disallow: /%2c', pattern: '/%2C', octets: 2 }],
  ])('are shown as written, and by what they match: %s', (line, expected) => {
    const document = parse(`User-agent: *\n${line}\n`);
    const [rule] = comparedRules(document, document.groups[0]?.rules ?? []);
    expect(rule && shownRule(rule, document)).toMatchObject({ ...expected, line: 2 });
  });
});
