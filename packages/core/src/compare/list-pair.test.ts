import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../test/oracle/rules-of.ts';
import type { ComparedRule } from './compared-rule.ts';
import { findTarget } from './find-target.ts';
import { ListPair } from './list-pair.ts';
import { RuleSide } from './rule-side.ts';
import { WorkBudget } from './work-budget.ts';

const sideOf = (...lines: string[]) => new RuleSide(rulesOf(...lines));

function ruleOf(side: RuleSide, line: number): ComparedRule {
  return side.rules.find(({ record }) => record.line === line) as ComparedRule;
}

describe('a rule may meet another answer', () => {
  it.each([
    ['where no rule matches', 'Disallow: /a', [], ['-']],
    ['of a rule, not of none, if that matches everything', 'Disallow: /a', ['Allow: /a*', 'Allow: /b'], [2]],
    ['of no rule of its own kind', 'Disallow: /a', ['Disallow: /ab'], ['-']],
    ['of none if it allows, like no rule', 'Allow: /a', [], []],
    [
      'of those with the same beginning',
      'Allow: /ab',
      ['Disallow: /a', 'Disallow: /b', 'Disallow: /abc'],
      [2, 4],
    ],
    ['of those with the same end', 'Allow: /*a$', ['Disallow: /*b$', 'Disallow: /*ba$'], [3]],
    [
      'of no rule that another one outranks wherever it matches',
      'Allow: /ab',
      ['Disallow: /a', 'Allow: /a*'],
      [],
    ],
  ])('%s', (_, line, others, expected) => {
    const [own, other] = [sideOf(line), sideOf(...others)];
    const pair = new ListPair(own, other, new WorkBudget(10), false, () => true);
    const answers = [...pair.answers(ruleOf(own, 2))].map((rule) => rule?.record.line ?? '-');
    expect(answers).toEqual(expected);
  });

  it('only where it decides', () => {
    const own = sideOf('Disallow: /ab', 'Disallow: /a*');
    const pair = new ListPair(own, sideOf(), new WorkBudget(10), false, () => true);
    expect([[...pair.answers(ruleOf(own, 2))], [...pair.answers(ruleOf(own, 3))]]).toEqual([
      [undefined],
      [undefined],
    ]);
    const covered = sideOf('Disallow: /ab', 'Disallow: /a**');
    const other = new ListPair(covered, sideOf(), new WorkBudget(10), false, () => true);
    expect([...other.answers(ruleOf(covered, 2))]).toEqual([]);
  });

  it('not of a rule that both lists have and that outranks it in both', () => {
    const shared = 'Allow: /abc';
    const [own, other] = [sideOf('Disallow: /a', shared), sideOf(shared, 'Allow: /abd', 'Allow: /')];
    const pair = new ListPair(own, other, new WorkBudget(10), false, () => true);
    expect([...pair.answers(ruleOf(own, 2))].map((rule) => rule?.record.line)).toEqual([4, 3]);
  });

  it('for a unit of work in 64 rules', () => {
    const many = Array.from({ length: 130 }, (_, at) => `Allow: /a${at}`);
    const [own, budget] = [sideOf('Disallow: /a'), new WorkBudget(10)];
    const pair = new ListPair(own, sideOf(...many), budget, false, () => true);
    expect([...pair.answers(ruleOf(own, 2))]).toHaveLength(131);
    expect(budget.left).toBe(8);
  });
});

describe('the target that two rules decide', () => {
  const find = (before: RuleSide, after: RuleSide, lines: readonly [number?, number?], limit?: number) => {
    const budget = new WorkBudget(1_000);
    const [decidesBefore, decidesAfter] = [before, after].map((side, at) => {
      const line = lines[at];
      return line === undefined ? undefined : ruleOf(side, line);
    });
    const search = findTarget({ before, after, decidesBefore, decidesAfter }, budget, limit);
    for (;;) {
      const { done, value } = search.next();
      if (done) return { answer: value, spent: 1_000 - budget.left };
    }
  };

  it('is none that another rule decides', () => {
    const [before, after] = [sideOf('Disallow: /a', 'Allow: /a$', 'Allow: /a!'), sideOf()];
    const { answer, spent } = find(before, after, [2]);
    expect(answer).toEqual({ kind: 'found', target: '/a$' });
    expect(spent).toBeGreaterThan(2);
    expect(spent).toBeLessThan(20);
  });

  it('is none where other rules outrank one of the two everywhere, and those are named', () => {
    const before = sideOf('Disallow: /*ab', 'Disallow: /xx', 'Allow: /*a*', 'Allow: /*b*');
    const { answer } = find(before, sideOf(), [2]);
    expect(answer).toEqual({ kind: 'none', outrankedBy: [ruleOf(before, 4)] });
  });

  it('is decided in both lists', () => {
    const [before, after] = [sideOf('Disallow: /a'), sideOf('Allow: /*b', 'Disallow: /ab*')];
    expect(find(before, after, [2, 2]).answer).toEqual({ kind: 'found', target: '/a!b' });
  });

  it.each([0, 1, 3])('is undecided within %d units of work if it takes more', (limit) => {
    const before = sideOf('Disallow: /*a*b*c*d*e*f', 'Allow: /*a*b*c*d*e*f$');
    const { answer, spent } = find(before, sideOf(), [2], limit);
    expect(answer).toEqual({ kind: 'undecided' });
    expect(spent).toBeLessThanOrEqual(limit + 2);
  });
});
