import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../test/oracle/rules-of.ts';
import { targetsUpTo } from '../../test/oracle/small-targets.ts';
import { changedRegions } from './changed-regions.ts';
import { RuleSide } from './rule-side.ts';
import { WorkBudget } from './work-budget.ts';

const isBefore = (a: string, b: string) => a.length < b.length || (a.length === b.length && a < b);

/** The regions found, and whether the search was complete. */
function regionsOf(before: RuleSide, after: RuleSide, budget: WorkBudget) {
  const regions = new Map<string, string>();
  let undecided = 0;
  for (const piece of changedRegions(before, after, budget)) {
    if (!piece) continue;
    const pair = `${piece.before?.record.line ?? '-'}→${piece.after?.record.line ?? '-'}`;
    if (!('witness' in piece)) undecided++;
    else if (regions.has(pair)) throw new Error(`${pair} twice`);
    else regions.set(pair, piece.witness);
  }
  return { regions, undecided };
}

const part = fc.constantFrom('a', 'b', '*', '*', '$', '/');
const rule = fc
  .tuple(fc.constantFrom('Allow', 'Disallow'), fc.array(part, { maxLength: 3 }))
  .map(([kind, parts]) => `${kind}: /${parts.join('')}`);
const rules = fc.array(rule, { maxLength: 5 });
const targets = targetsUpTo(4, ['a', 'b', '/']);

describe('changed regions', () => {
  it('are all pairs of rules that decide a target differently, each with the smallest one', () => {
    fc.assert(
      fc.property(rules, rules, (linesBefore, linesAfter) => {
        const [before, after] = [linesBefore, linesAfter].map((lines) => new RuleSide(rulesOf(...lines))) as [
          RuleSide,
          RuleSide,
        ];
        const { regions, undecided } = regionsOf(before, after, new WorkBudget(5_000));
        expect(undecided).toBe(0);
        for (const target of [...regions.values(), ...targets]) {
          const [one, other] = [before.decider(target), after.decider(target)];
          if ((one?.isAllow ?? true) === (other?.isAllow ?? true)) {
            expect([...regions.values()]).not.toContain(target);
            continue;
          }
          const witness = regions.get(`${one?.record.line ?? '-'}→${other?.record.line ?? '-'}`) as string;
          expect(isBefore(target, witness)).toBe(false);
        }
      }),
      { numRuns: runs(2_000, 15) },
    );
  });

  it.each([
    ['a rule only about /robots.txt', ['Disallow: /robots.txt$'], [], []],
    [
      'a rule hidden by two, of which neither covers it',
      ['Disallow: /*ab', 'Allow: /*a*', 'Allow: /*b*'],
      [],
      [],
    ],
    ['a rule that decides elsewhere', ['Disallow: /a'], ['Disallow: /a', 'Allow: /*b'], ['2→3 /ab']],
    ['a rule of the other kind', ['Disallow: /a'], ['Allow: /a'], ['2→2 /a']],
    ['a rule in place of none', [], ['Disallow: /b', 'Allow: /a'], ['-→2 /b']],
    ['longer targets, too', ['Disallow: /a$', 'Disallow: /ab'], [], ['3→- /ab', '2→- /a']],
  ])('are those of %s', (_, linesBefore, linesAfter, expected) => {
    const [before, after] = [new RuleSide(rulesOf(...linesBefore)), new RuleSide(rulesOf(...linesAfter))];
    const { regions, undecided } = regionsOf(before, after, new WorkBudget(1_000));
    expect([[...regions].map(([pair, witness]) => `${pair} ${witness}`), undecided]).toEqual([expected, 0]);
  });

  it('of rules that decide the shortest target that they match take no search', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `Disallow: /${at + 10}`);
    const budget = new WorkBudget(1_000);
    const { regions } = regionsOf(new RuleSide([]), new RuleSide(rulesOf(...lines)), budget);
    expect(regions.size).toBe(20);
    // Each of the 20 rules takes two turns and finds one region.
    expect(budget.left).toBe(1_000 - 20 / 32 - 20 * (2 + 4));
  });

  it('of equal lists are none, without a search', () => {
    const lines = ['Disallow: /*a*b', 'Allow: /*b*a'];
    const [before, after] = [new RuleSide(rulesOf(...lines)), new RuleSide(rulesOf(...lines))];
    const budget = new WorkBudget(100);
    expect([...changedRegions(before, after, budget)]).toEqual([]);
    expect(budget.left).toBe(100 - 4 / 32);
  });

  it('are one undecided piece without a budget', () => {
    const [before, after] = [new RuleSide(rulesOf('Disallow: /a')), new RuleSide([])];
    expect([...changedRegions(before, after, new WorkBudget(0))]).toEqual([
      { before: undefined, after: undefined },
    ]);
  });

  it('name the rules for which the budget was too small, and no more work is done than allowed', () => {
    const hard = [1, 2, 3].map((some) => `Disallow: /*${'a*b*'.repeat(8)}${some}`);
    const easy = 'Disallow: /easy';
    const [before, after] = [
      new RuleSide(rulesOf(...hard, easy)),
      new RuleSide(rulesOf('Allow: /*a*a*a*b*b*b*b*b*b*b*b*b*b*a*b*a*b*a*b*a*b*a*b*a*b*a*b*a*b*a')),
    ];
    const budget = new WorkBudget(40);
    const { regions, undecided } = regionsOf(before, after, budget);
    expect([...regions.values()]).toContain('/easy');
    expect(undecided).toBeGreaterThan(0);
    expect(budget.left).toBe(0);
  });
});

describe('a budget', () => {
  it.each([-1, Number.NaN])('of %d is refused', (work) => {
    expect(() => new WorkBudget(work)).toThrow(RangeError);
  });

  it('has what was not spent, and gives one search a share of it', () => {
    const budget = new WorkBudget(100);
    expect([budget.spend(20), budget.left, budget.share, budget.total]).toEqual([true, 80, 10, 100]);
    expect([budget.spend(90), budget.left, budget.share]).toEqual([true, 0, 0]);
    expect([budget.spend(1), budget.left]).toEqual([false, 0]);
  });
});
