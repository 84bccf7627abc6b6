import { expect, it } from 'vitest';
import { mostImportant } from './exit-codes.ts';

it('takes the first of 70, 2, 4, 3, 1 where several hold', () => {
  expect(mostImportant([])).toBe(0);
  expect(mostImportant([0, 1])).toBe(1);
  expect(mostImportant([1, 3])).toBe(3);
  expect(mostImportant([3, 4])).toBe(4);
  expect(mostImportant([4, 2])).toBe(2);
  expect(mostImportant([2, 70, 0])).toBe(70);
});
