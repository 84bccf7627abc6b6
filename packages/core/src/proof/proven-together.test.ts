/** Tests which of several fixes are kept, using proofs whose results are fixed in advance. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit } from '../bytes/edit.ts';
import type { Candidate } from './compatible-fixes.ts';
import type { FixEffect } from './fix-effect.ts';
import { provenTogether } from './proven-together.ts';

/** Fixes of one edit each, identified by the offset of the edit. */
function candidates(count: number): Candidate[] {
  return Array.from({ length: count }, (_, start) => {
    const edits = [{ span: { start, end: start }, replacement: 'x' }];
    return { diagnostic: {}, fix: { edits } } as unknown as Candidate;
  });
}

const startOf = ({ fix }: Candidate): number => fix.edits[0]?.span.start as number;
const startsOf = (edits: readonly Edit[]): number[] => edits.map(({ span }) => span.start);

/** Runs `provenTogether` with `effectOf` in place of proofs, and records the edits of each proof. */
function proven(count: number, effectOf: (starts: readonly number[]) => FixEffect) {
  const asked: number[][] = [];
  const { kept, left } = provenTogether((edits) => {
    asked.push(startsOf(edits));
    return effectOf(startsOf(edits));
  }, candidates(count));
  const why = new Map([...left].map(([one, effect]) => [startOf(one), effect]));
  return { kept: kept.map(startOf).sort((a, b) => a - b), left: why, asked };
}

const NONE: FixEffect = { kind: 'none' };
const CHANGED: FixEffect = { kind: 'changed', dialects: ['rfc9309'], text: 'all' };
const UNDECIDED: FixEffect = { kind: 'undecided' };

describe('fixes proven together', () => {
  it('are all, by one proof, if that finds no effect', () => {
    const { kept, left, asked } = proven(5, () => NONE);
    expect([kept, left.size, asked]).toEqual([[0, 1, 2, 3, 4], 0, [[0, 1, 2, 3, 4]]]);
  });

  it('are none of none, without a proof', () => {
    expect(proven(0, () => CHANGED)).toEqual({ kept: [], left: new Map(), asked: [] });
  });

  it('are all but those that change something, found by halves', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.uniqueArray(fc.nat(11), { maxLength: 4 }),
        (count, bad) => {
          const { kept, left, asked } = proven(count, (starts) =>
            starts.some((start) => bad.includes(start)) ? CHANGED : NONE,
          );
          const all = candidates(count).map(startOf);
          expect(kept).toEqual(all.filter((start) => !bad.includes(start)));
          expect([...left.keys()].sort((a, b) => a - b)).toEqual(all.filter((start) => bad.includes(start)));
          for (const effect of left.values()) expect(effect).toBe(CHANGED);
          expect(asked.length).toBeLessThan(2 * count);
        },
      ),
      { numRuns: runs(500, 6) },
    );
  });

  it('are without one of two that only together change something', () => {
    const { kept, left } = proven(4, (starts) => (starts.includes(1) && starts.includes(2) ? CHANGED : NONE));
    expect([kept, [...left.keys()]]).toEqual([[0, 1, 3], [2]]);
  });

  it('are the rest where the effect names the edits at fault, each with its own change', () => {
    const blamed = new Map([
      [1, 'one'],
      [3, 'three'],
    ]);
    const { kept, left, asked } = proven(4, (starts) =>
      starts.includes(1) ? { kind: 'moved', text: 'one', blamed } : NONE,
    );
    expect(kept).toEqual([0, 2]);
    expect(asked).toEqual([
      [0, 1, 2, 3],
      [0, 2],
    ]);
    expect([...left]).toEqual([
      [1, { kind: 'moved', text: 'one' }],
      [3, { kind: 'moved', text: 'three' }],
    ]);
  });

  it('are none if the effect names all edits', () => {
    const blamed = new Map([
      [0, 'zero'],
      [1, 'one'],
    ]);
    const { kept, left, asked } = proven(2, () => ({ kind: 'moved', text: 'zero', blamed }));
    expect([kept, left.size, asked.length]).toEqual([[], 2, 1]);
  });

  it('are found by halves if the effect names no edit', () => {
    const { kept, left } = proven(3, (starts) =>
      starts.includes(2) ? { kind: 'moved', text: 'two' } : NONE,
    );
    expect([kept, [...left]]).toEqual([[0, 1], [[2, { kind: 'moved', text: 'two' }]]]);
  });

  it('are no more once eight proofs ran out of budget', () => {
    const { kept, left, asked } = proven(20, () => UNDECIDED);
    expect([kept.length, left.size, asked.length]).toEqual([0, 20, 8]);
    expect([...left.values()]).toEqual(Array.from({ length: 20 }, () => UNDECIDED));
  });

  it('are no more after sixty proofs', () => {
    const { kept, left, asked } = proven(100, (starts) => (starts.length > 0 ? CHANGED : NONE));
    expect([kept.length, asked.length]).toEqual([0, 60]);
    const kinds = [...left.values()].map(({ kind }) => kind);
    expect(kinds).toHaveLength(100);
    expect(new Set(kinds)).toEqual(new Set(['changed', 'undecided']));
  });
});
