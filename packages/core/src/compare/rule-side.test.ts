import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../test/oracle/rules-of.ts';
import { targetsUpTo } from '../../test/oracle/small-targets.ts';
import { matches } from '../patterns/match.ts';
import { prepareTarget } from '../patterns/target.ts';
import { NO_MATCH } from '../rules/rule.ts';
import type { ComparedRule } from './compared-rule.ts';
import { RuleSide } from './rule-side.ts';
import { shortestMatch } from './shortest-match.ts';
import { clientTargets, octetTargets } from './target-space.ts';

const part = fc.constantFrom('a', 'b', '*', '$', '%2C', ',', 'C', '?', '%2F', '/');
const rule = fc
  .tuple(fc.constantFrom('Allow', 'Disallow'), fc.array(part, { maxLength: 3 }))
  .map(([kind, parts]) => `${kind}: /${parts.join('')}`);
const rules = fc.array(rule, { minLength: 1, maxLength: 5 });
const targets = targetsUpTo(2, ['a', 'b', 'C', ',', '%2C', '$', '?', '%2F', '/']);

describe('one side', () => {
  it('knows the deciding rule, who may meet a rule, and who covers it', () => {
    fc.assert(
      fc.property(rules, (lines) => {
        const list = rulesOf(...lines);
        const side = new RuleSide(list);
        const matched = new Map(list.map((one) => [one, new Set<string>()]));
        for (const target of targets) {
          const form = prepareTarget(target);
          const matching = list.filter((one) => matches(one.pattern, form));
          expect(side.decider(target)).toBe(matching.at(-1));
          for (const one of matching) matched.get(one)?.add(target);
        }
        for (const one of list) {
          const own = matched.get(one) as Set<string>;
          const met = new Set(side.meeting(one));
          const meets = (other: ComparedRule) => [...own].some((target) => matched.get(other)?.has(target));
          expect(list.filter((other) => meets(other) && !met.has(other))).toEqual([]);
          const cover = side.coverOf(one);
          expect(cover).toBeGreaterThanOrEqual(one.order);
          const covered = matched.get(list[cover] as ComparedRule);
          expect([...own].filter((target) => !covered?.has(target))).toEqual([]);
        }
      }),
      { numRuns: runs(1_000, 12) },
    );
  });

  it.each([
    ['Disallow: /a', 'Disallow: /ab', true],
    ['Disallow: /a*', 'Disallow: /a', true],
    ['Disallow: /a$', 'Disallow: /a', false],
    ['Disallow: /a*b', 'Disallow: /ab$', true],
    ['Disallow: /a*b', 'Disallow: /a*c', false],
    ['Disallow: /a*$', 'Disallow: /a', true],
    ['Disallow: /*,', 'Disallow: /%2C', false],
    ['Disallow: /,', 'Disallow: /,a', true],
  ])('%s covers %s or not', (own, other, isCovered) => {
    const side = new RuleSide(rulesOf(own));
    expect(side.coverOf(rulesOf(other)[0] as ComparedRule)).toBe(isCovered ? 0 : NO_MATCH);
  });

  it('knows the place of an equal rule of another file', () => {
    const side = new RuleSide(rulesOf('Disallow: /abc', 'Allow: /a'));
    const place = (line: string) => side.orderOf(rulesOf(line)[0] as ComparedRule);
    expect(['Allow: /%61', 'Disallow: /abc', 'Allow: /abc'].map(place)).toEqual([0, 1, NO_MATCH]);
  });

  it.each([
    ['/a', ['/', '/a', '/ab', '/a*c', '/*', '/%2Fa']],
    ['/ab', ['/', '/a', '/ab', '/a*c', '/*', '/%2Fa']],
    ['/b', ['/', '/*', '/%2Fa', '/b']],
    ['/?a', ['/', '/*', '/%2Fa', '/?a', '/?']],
    ['/?', ['/', '/*', '/%2Fa', '/?a', '/?']],
    ['/', ['/', '/a', '/ab', '/a*c', '/*', '/%2Fa', '/b', '/?a', '/?']],
  ])('tells %s from rules that begin otherwise', (pattern, expected) => {
    const texts = ['/', '/a', '/ab', '/a*c', '/*', '/%2Fa', '/b', '/?a', '/?'];
    const list = rulesOf(...texts.map((text) => `Allow: ${text}`));
    const met = new RuleSide(list).meeting(rulesOf(`Allow: ${pattern}`)[0] as ComparedRule);
    const lines = [...met].map(({ record }) => record.line).sort((a, b) => a - b);
    expect(lines.map((line) => texts[line - 2])).toEqual(texts.filter((text) => expected.includes(text)));
  });

  it('meets rules with longer beginnings than it compares', () => {
    const long = `Allow: /${'a'.repeat(3_000)}`;
    const list = rulesOf(long, `${long}b`, `Allow: /${'b'.repeat(3_000)}`);
    const met = new RuleSide(list).meeting(rulesOf(`${long}bc`)[0] as ComparedRule);
    expect([...met].map(({ record }) => record.line).sort()).toEqual([2, 3]);
  });
});

describe('the shortest target that a pattern matches', () => {
  it.each([
    ['/a', '/a', '/a'],
    ['/a*b$', '/ab', '/ab'],
    ['/%61', '/a', '/a'],
    ['*a', undefined, undefined],
    ['*/a', '/a', '/a'],
    ['/a/../b', undefined, '/a/../b'],
    ['/.', undefined, '/.'],
    ['/robots.txt', undefined, '/robots.txt'],
    ['/,', '/,', '/,'],
    ['/%26', '/%26', '/%26'],
    ['/%2*C', undefined, '/%2C'],
    ['/%4*1', undefined, '/%41'],
    ['/%2C', '/,', '/,'],
    ['/*%2C', '/,', '/,'],
  ])('of %s', (pattern, client, octets) => {
    const [one] = rulesOf(`Allow: ${pattern}`) as [ComparedRule];
    expect([shortestMatch(one, clientTargets), shortestMatch(one, octetTargets)]).toEqual([client, octets]);
  });

  it('of a long pattern is left to the search', () => {
    const [at, over] = [8_191, 8_192].map((length) => rulesOf(`Allow: /${'a'.repeat(length)}`)[0]);
    expect(shortestMatch(at as ComparedRule, clientTargets)).toHaveLength(8_192);
    expect(shortestMatch(over as ComparedRule, clientTargets)).toBe(undefined);
  });
});
