import { describe, expect, it } from 'vitest';
import { quote } from './quote.ts';
import { percentEncode, textOf, withoutEnd } from './text.ts';

describe('a value in a message', () => {
  it.each([
    ['a"b\n', '"a\\"b\\n"'],
    ['x'.repeat(100), `"${'x'.repeat(100)}"`],
    ['x'.repeat(101), `"${'x'.repeat(100)}…"`],
    [null, 'null'],
    [undefined, 'undefined'],
    [7, 'number'],
    [{}, 'object'],
  ])('%j is %s', (value, expected) => {
    expect(quote(value)).toBe(expected);
  });
});

describe('octets as text', () => {
  it('keep those that are not UTF-8 as escapes', () => {
    const octets = Uint8Array.of(0x61, 0xc3, 0xa9, 0xff, 0x0a, 0x62);
    expect(textOf(octets, 0, 6)).toBe('aé%FF\nb');
    expect(textOf(octets, 1, 3)).toBe('é');
    expect(textOf(octets, 2, 3)).toBe('%A9');
    expect([0, 0x0f, 0xf0].map(percentEncode)).toEqual(['%00', '%0F', '%F0']);
  });

  it.each([
    ['a. ,', 'a'],
    ['. ,', ''],
    ['.a', '.a'],
    ['', ''],
  ])('%j without its end is %j', (text, expected) => {
    expect(withoutEnd(text, '., ')).toBe(expected);
  });
});
