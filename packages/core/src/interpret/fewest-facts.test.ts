import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fewestFacts } from './why-it-differs.ts';

const FACTS = ['a', 'b', 'c', 'd', 'e'];

/** The number of subsets of the facts. A subset is represented by a number with one bit for each member. */
const SETS = 2 ** FACTS.length;

const bitsOf = (facts: readonly string[]): number =>
  facts.reduce((bits, fact) => bits | (1 << FACTS.indexOf(fact)), 0);
const sizeOf = (bits: number): number => [...bits.toString(2)].filter((bit) => bit === '1').length;

describe('fewestFacts', () => {
  it('finds a set as small as any, whatever sets turn the answer', () => {
    const tables = fc.array(fc.boolean(), { minLength: SETS, maxLength: SETS });
    fc.assert(
      fc.property(tables, (table) => {
        table[0] = false;
        const found = fewestFacts(FACTS, (facts) => table[bitsOf(facts)]);
        const sizes = table.flatMap((turns, bits) => (turns ? [sizeOf(bits)] : []));
        const least = Math.min(...sizes);
        expect(found?.length).toBe(least <= 3 ? least : undefined);
        if (found) expect(table[bitsOf(found)]).toBe(true);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    [['a', 'b', 'c', 'd'], undefined],
    [
      ['b', 'c', 'e'],
      ['b', 'c', 'e'],
    ],
    [['d'], ['d']],
  ])('where all of %s are needed, names %s', (needed, expected) => {
    expect(fewestFacts(FACTS, (facts) => needed.every((fact) => facts.includes(fact)))).toEqual(expected);
  });

  it('names nothing where the answer turns by itself', () => {
    expect(fewestFacts(FACTS, () => true)).toBeUndefined();
  });

  it('names no fact that can be left out, however few experiments there are', () => {
    // "e" is needed only beside "a".
    const turns = (facts: readonly string[]): boolean =>
      facts.includes('b') && facts.includes('c') && (facts.includes('e') || !facts.includes('a'));
    for (let most = 0; most < 40; most++) {
      let left = most;
      const found = fewestFacts(FACTS, (facts) => (left-- > 0 ? turns(facts) : undefined)) ?? [];
      for (const fact of found) expect(turns(found.filter((each) => each !== fact))).toBe(false);
    }
    expect(fewestFacts(FACTS, turns)).toEqual(['b', 'c']);
  });

  it('names nothing that it could not make sure of, however few experiments there are', () => {
    const isEnough = (facts: readonly string[]): boolean =>
      ['b', 'c', 'e'].every((fact) => facts.includes(fact));
    for (let most = 0; most < 40; most++) {
      let left = most;
      const found = fewestFacts(FACTS, (facts) => (left-- > 0 ? isEnough(facts) : undefined));
      if (found) expect(found).toEqual(['b', 'c', 'e']);
    }
  });

  it('does not take what is known from before for the smallest, after experiments have run out', () => {
    for (let most = 0; most < 40; most++) {
      let left = most;
      const known = new Map<string, boolean>();
      const turns = (facts: readonly string[]): boolean | undefined => {
        const key = facts.join();
        if (!known.has(key) && left-- > 0) known.set(key, facts.includes('b') && facts.includes('c'));
        return known.get(key);
      };
      const found = fewestFacts(FACTS, turns);
      if (found) expect(found).toEqual(['b', 'c']);
    }
  });

  it.each([
    // The sets to try: none, each fact alone, all facts, all without each fact in turn, and once more without each
    // of those that are left.
    [['a', 'b', 'c'], 1 + 5 + 1 + 5 + 3 + 10],
    [['d', 'e'], 1 + 5 + 1 + 5 + 2],
    [['c'], 1 + 3],
  ])('tries for %s no more than it must', (needed, most) => {
    let tried = 0;
    fewestFacts(FACTS, (facts) => {
      tried++;
      return needed.every((fact) => facts.includes(fact));
    });
    expect(tried).toBeLessThanOrEqual(most);
  });
});
