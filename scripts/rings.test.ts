import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseTests, dearTests } from './rings.js';

const folders = ['packages/core', 'packages/client', 'packages/cli', 'integrations/sql'];
const path = fc
  .tuple(fc.constantFrom(...folders), fc.string({ minLength: 1 }))
  .map(([folder, name]) => `${folder}/test/${name}.long.test.ts`);
const distances = fc
  .dictionary(fc.constantFrom(...folders), fc.nat(3))
  .map((of) => new Map(Object.entries(of)));

it('a commit runs a third of the long tests: none is left out for one that is further from a change', () => {
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 40 }), distances, fc.string(), (paths, near, seed) => {
      const chosen: string[] = chooseTests(paths, near, seed);
      expect(chosen).toHaveLength(Math.ceil(paths.length / 3));
      expect(new Set([...paths, ...chosen]).size).toBe(paths.length);
      const rank = (of: string) => near.get(of.split('/').slice(0, 2).join('/')) ?? Infinity;
      const left = paths.filter((of) => !chosen.includes(of)).map(rank);
      for (const of of chosen) expect(rank(of)).toBeLessThanOrEqual(Math.min(Infinity, ...left));
    }),
  );
});

it('every long test is run by some commit', () => {
  const paths: string[] = dearTests();
  const run = new Set(Array.from({ length: 60 }, (_, seed) => chooseTests(paths, new Map(), seed)).flat());
  expect(paths.filter((of) => !run.has(of))).toEqual([]);
});
