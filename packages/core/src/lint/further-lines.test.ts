import { expect, it } from 'vitest';
import { furtherLines } from './further-lines.ts';

it.each([
  [[], ''],
  [[4], ' (also in line 4)'],
  [[4, 7], ' (also in lines 4, 7)'],
  [[1, 2, 3, 4, 5, 6, 7], ' (also in lines 1, 2, 3, 4, 5 and 2 more)'],
])('further lines %j', (lines, expected) => {
  expect(furtherLines(lines)).toBe(expected);
});
