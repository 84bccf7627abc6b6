/** Tests that advice names a format only if the line proves it. */
import { expect, it } from 'vitest';
import { adviceFor } from '../src/readers/advice.ts';

it.each(['#Fields: date time', '#Version: 1.0', '#software: x'])('%s is W3C', (line) => {
  expect(adviceFor([line])).toContain('W3C');
});

it.each(['# my log', '#', '#fieldsof'])('%s may be anything', (line) => {
  expect(adviceFor(['', line])).toMatch(/^Describe the fields/);
});

it('an empty log needs no advice', () => {
  expect(adviceFor(['', ' '])).toBeUndefined();
});
