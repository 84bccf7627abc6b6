import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableJson } from './printable.ts';

/** What a terminal or a CI runner would obey. */
const obeyed = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]|##\[/;

describe('printable', () => {
  it.each([
    ['a\u001b[31mb', 'a\\x1b[31mb'],
    ['a\nb\tc', 'a\\x0ab\\x09c'],
    ['\u009b2J', '\\x9b2J'],
    ['abc\u202edef', 'abc\\u{202e}def'],
    ['\ud800', '\\u{d800}'],
    ['##[error]x', '#\\x23[error]x'],
    ['/écrits/写真?q=🎈', '/écrits/写真?q=🎈'],
  ])('%j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('leaves nothing that is obeyed', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !obeyed.test(printable(text))));
  });
});

describe('printableJson', () => {
  it('leaves nothing that is obeyed, and gives the same value back', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const json = printableJson(value);
        expect(obeyed.test(json)).toBe(false);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
