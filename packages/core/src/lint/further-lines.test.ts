import { expect, it } from 'vitest';
import { furtherLines } from './further-lines.ts';

it.each([
  [[], ''],
  [[4], ' (so in line 4, too)'],
  [[4, 7], ' (so in lines 4, 7, too)'],
  [[1, 2, 3, 4, 5, 6, 7], ' (so in lines 1, 2, 3, 4, 5 and 2 more, too)'],
])('further lines %j', (lines, expected) => {
  expect(furtherLines(lines)).toBe(expected);
});
