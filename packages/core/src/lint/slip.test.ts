import { describe, expect, it } from 'vitest';
import { slipIndex } from './slip.ts';

const KNOWN = slipIndex(['Googlebot', 'bingbot', 'GPTBot']);

describe('a slip of the pen', () => {
  it.each([
    ['a letter too few', 'Googlbot', 'Googlebot'],
    ['a letter too many', 'Googleebot', 'Googlebot'],
    ['two letters swapped', 'Googelbot', 'Googlebot'],
    ['in another case', 'GOOGELBOT', 'Googlebot'],
    ['another letter', 'Googlekot', undefined],
    ['the word itself', 'googlebot', undefined],
    ['another word', 'Slurp', undefined],
    ['nothing', '', undefined],
    ['a very long word', `${'x'.repeat(1_000)}Googlebot`, undefined],
  ])('%s', (_, word, expected) => {
    expect(KNOWN.meant(word)).toBe(expected);
  });

  it('is looked for in words of up to 40 letters', () => {
    const known = Array.from({ length: 41 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('');
    expect(slipIndex([known]).meant(known.slice(1))).toBe(known);
    expect(slipIndex([`${known}x`]).meant(known)).toBeUndefined();
  });
});
