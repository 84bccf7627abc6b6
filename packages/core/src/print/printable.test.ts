import { anyText } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableJson } from './printable.ts';

/** Matches sequences that a terminal or a CI runner would execute. */
const obeyed =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|##\[/u;

describe('printable', () => {
  it.each([
    ['a\u001b[31mb', 'a\\x1b[31mb'],
    ['text\u00adt \u061ca\ufeff', 'text\\xadt \\u{61c}a\\u{feff}'],
    ['\u{e0041}', '\\u{e0041}'],
    ['\u2066a\u2069\u2028', '\\u{2066}a\\u{2069}\\u{2028}'],
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
    fc.assert(
      fc.property(anyText(), (text) => {
        const shown = printable(text);
        expect(obeyed.test(shown)).toBe(false);
        expect(printable(shown)).toBe(shown);
      }),
    );
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
