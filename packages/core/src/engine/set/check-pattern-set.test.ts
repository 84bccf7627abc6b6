/** Tests the check with sets from `buildPatternSet`: it reads each node once, regardless of the set's depth. */
import { expect, it } from 'vitest';
import { buildPatternSet } from './build-pattern-set.ts';
import { checkPatternSet } from './check-pattern-set.ts';

it('a set in which all siblings wait while the first child is read, level by level', () => {
  const patterns = Array.from({ length: 5 }, (_, level) =>
    Array.from({ length: 255 }, (_, octet) => Uint8Array.of(...new Uint8Array(level), octet + 1)),
  ).flat();
  const set = buildPatternSet(
    patterns.map((segment) => ({ segments: [segment], isAnchored: false, rank: 0 })),
  );
  expect(checkPatternSet(set, 0, set.length)).toBe(5 * 255);
});
