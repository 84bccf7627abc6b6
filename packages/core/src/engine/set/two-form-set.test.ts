/** Matches both forms of patterns against both forms of a target (RFC 9309 §2.2.2). */
import { expect, it } from 'vitest';
import { parsePattern } from '../../patterns/pattern.ts';
import { prepareTarget } from '../../patterns/target.ts';
import { NO_MATCH } from '../../rules/rule.ts';
import { TwoFormSet } from './two-form-set.ts';

function setOf(...texts: string[]): TwoFormSet {
  return new TwoFormSet(
    texts.flatMap((text, rank) => {
      const pattern = parsePattern(new TextEncoder().encode(text), 0, text.length);
      return pattern ? [{ pattern, rank }] : [];
    }),
  );
}

it.each([
  [['/a', '/*b$'], true],
  [['/a', '/%61'], true],
  [['/a', '/%21'], false],
])('%j have one form: %s', (texts, hasOneForm) => {
  expect(setOf(...texts).hasOneForm).toBe(hasOneForm);
});

it.each([
  ['/!', 2],
  ['/%21', 2],
  ['/%2121', 3],
  ['/a', NO_MATCH],
])('the greatest rank for %s is found in either form: %i', (target, expected) => {
  expect(setOf('/!', '/!', '/%21', '/*2121').greatestRank(prepareTarget(target))).toBe(expected);
});
