/** Tests the ranks of patterns as written, and the number of steps that ranking takes (RFC 9309 §2.2.2, §2.2.3). */
import { describe, expect, it } from 'vitest';
import { NO_MATCH, rank } from './rule.ts';
import { type Form, RuleRanker } from './rule-ranker.ts';

const octetsOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function rankerOf(pattern: string, target: string, form: Form = 'folded', maxSteps?: number): RuleRanker {
  return new RuleRanker(octetsOf(`${pattern}\n`), octetsOf(target), target.length, form, maxSteps);
}

describe('the rank of a rule', () => {
  it.each([
    ['/a', '/ab', 2],
    ['/a$', '/a', 3],
    ['/a$', '/ab', undefined],
    ['/%61', '/a', 2],
    ['/%61$', '/a', 3],
    ['/%61$', '/ab', undefined],
    ['/é', '/%C3%A9', 7],
    ['/*%61', '/ba', 3],
    ['*b', '/ab', 2],
    ['', '/', undefined],
    ['a', '/a', undefined],
    ['$', '/', undefined],
    ['%2F', '/', undefined],
    ['é', '/', undefined],
    ['/\u0001', '/%01', undefined],
  ])('%j for %s: octets of the pattern as compared, %s', (pattern, target, octets) => {
    const ranker = rankerOf(pattern, target);
    for (const isAllow of [true, false])
      expect(ranker.rank(0, octetsOf(pattern).length, isAllow)).toBe(
        octets === undefined ? NO_MATCH : rank(isAllow, octets),
      );
  });

  it('is that of the form asked about', () => {
    const ranks = (['folded', 'plain'] as const).map((form) =>
      rankerOf('/a%21', '/a!', form).rank(0, 5, true),
    );
    expect(ranks).toEqual([rank(true, 3), NO_MATCH]);
  });

  it('is that of the first octets of the target alone', () => {
    const ranker = new RuleRanker(octetsOf('/%61$'), octetsOf('/abc'), 2, 'folded');
    expect(ranker.rank(0, 5, false)).toBe(rank(false, 3));
  });
});

describe('the second octet shows that a pattern does not match', () => {
  it.each([
    ['/b', '/a', true],
    ['/b', '/', true],
    ['/a', '/a', false],
    ['/', '/a', false],
    ['/*', '/a', false],
    ['/$', '/a', false],
    ['/%61', '/a', false],
    ['/+', '/a', true],
    ['*b', '/a', false],
    ['bb', '/a', false],
    ['/é', '/%C3%A9', false],
    ['/b', '/%C3%A9', false],
  ])('%s for %s: %s', (pattern, target, isShown) => {
    expect(rankerOf(pattern, target).differsAt(0)).toBe(isShown);
  });
});

describe('steps', () => {
  /** The number of rules that a ranker ranks before its steps are used up. */
  function rulesWithinBudget(ranker: RuleRanker, length: number): number {
    for (let rules = 0; ; rules++) {
      ranker.rank(0, length, true);
      if (ranker.isOverBudget) return rules;
    }
  }

  it.each([
    [4, 65_540],
    [34_464, 100_000],
  ])('a body of %i octets may take %i', (length, steps) => {
    const octets = new Uint8Array(length);
    octets.set(octetsOf('/*y'));
    const target = octetsOf(`/${'x'.repeat(8_000)}`);
    const ranker = new RuleRanker(octets, target, target.length, 'folded');
    // Each rule takes one step for the star, one at each octet after the slash, and one at the end.
    expect(rulesWithinBudget(ranker, 3)).toBe(Math.floor(steps / 8_002));
  });

  it('a rule to normalize takes 256, 4 for each octet of it and of the target, and one to see that', () => {
    const each = 256 + 4 * (4 + 2) + 1;
    expect(rulesWithinBudget(rankerOf('/%41', '/A', 'folded', 3 * each), 4)).toBe(3);
    expect(rulesWithinBudget(rankerOf('/%41', '/A', 'folded', 3 * each - 1), 4)).toBe(2);
  });

  it('a rule that takes too many has no rank', () => {
    expect(rankerOf('/%41', '/A', 'folded', 100).rank(0, 4, true)).toBe(NO_MATCH);
  });
});
