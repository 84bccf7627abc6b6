import { describe, expect, it } from 'vitest';
import { partsOf } from '../src/run/join-plan.ts';

const sizes = (unitRows: readonly number[], staying = unitRows): number[] =>
  partsOf(unitRows, staying).map(({ from, to }) =>
    staying.slice(from, to).reduce((sum, rows) => sum + rows, 0),
  );

describe('the parts of a table', () => {
  it.each([
    ['no unit', [], []],
    ['units without rows', [0, 0], [0]],
    ['few rows', [5, 4_000, 900], [4_905]],
    [
      'half of what is left at most',
      Array(30).fill(20_000),
      [...Array(5).fill(100_000), 40_000, 20_000, 20_000, 20_000],
    ],
    ['a unit that is larger than a part', [250_000, 10, 10], [250_000, 20]],
  ])('have %s', (_, unitRows, expected) => {
    expect(sizes(unitRows)).toEqual(expected);
  });

  it('follow each other, with the rows of all units before, also of those that are left out', () => {
    const unitRows = [70_000, 50_000, 0, 60_000, 8, 90_000];
    const parts = partsOf(unitRows, [40_000, 30_000, 0, 30_000, 8, 1]);
    expect(parts).toEqual([
      { from: 0, to: 1, rowsBefore: 0 },
      { from: 1, to: 3, rowsBefore: 70_000 },
      { from: 3, to: 4, rowsBefore: 120_000 },
      { from: 4, to: 6, rowsBefore: 180_000 },
    ]);
  });
});
