import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff } from '../src/panels/compare/line-diff.ts';

function applied(before: string, after: string): string {
  let text = '';
  let at = 0;
  for (const { fromA, toA, fromB, toB } of lineDiff(before, after)) {
    text += before.slice(at, fromA) + after.slice(fromB, toB);
    at = toA;
  }
  return text + before.slice(at);
}

describe('the difference of two texts by lines', () => {
  it('finds the line that was added', () => {
    expect(lineDiff('a\nb\n', 'a\nx\nb\n')).toEqual([{ fromA: 2, toA: 2, fromB: 2, toB: 4 }]);
  });

  it('keeps what stands between two changes', () => {
    expect(lineDiff('a\nb\nc\nd\n', 'x\nb\nc\ny\n')).toHaveLength(2);
  });

  it('makes the new text of the old one, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd'), { maxLength: 30 })
      .map((lines) => lines.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => applied(before, after) === after),
      { numRuns: runs(2000) },
    );
  });

  it('stays within its bounds where everything differs', () => {
    const many = (name: string) => Array.from({ length: 20_000 }, (_, at) => `${name}${at}\n`).join('');
    // Anything quadratic would time out.
    expect(lineDiff(many('a'), many('b'))).toHaveLength(1);
  });
});
