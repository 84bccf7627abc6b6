import { anyText } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileText, ownText } from './file-text.ts';
import { binaryOf, decodeAs, type TextModel } from './text-model.ts';

const models: readonly TextModel[] = [
  'octets',
  'utf-8',
  'utf-8-java',
  'utf-8-each-octet',
  'utf-8-surrogates',
];

/** Generates ASCII, multi-octet UTF-8 characters, and octets that are not UTF-8. */
const octets = fc
  .array(fc.oneof(anyText(), fc.uint8Array({ maxLength: 4 }), fc.string()), {
    maxLength: 40,
  })
  .map((parts) =>
    Uint8Array.from(
      parts.flatMap((part) => [...(typeof part === 'string' ? new TextEncoder().encode(part) : part)]),
    ),
  );

describe('the text of a file', () => {
  it('has the parts that decoding each by itself gives', () => {
    fc.assert(
      fc.property(octets, fc.nat(), fc.nat(), fc.constantFrom(...models), (file, a, b, model) => {
        const [start, end] = [a % (file.length + 1), b % (file.length + 1)].sort((x, y) => x - y) as [
          number,
          number,
        ];
        expect(new FileText(file).part(start, end, model)).toBe(decodeAs(model, file, start, end));
      }),
    );
  });

  it('as characters is one for each octet, however long it is', () => {
    fc.assert(
      fc.property(octets, (file) => {
        const text = binaryOf(file, 0, file.length);
        expect(Uint8Array.from(text, (character) => character.charCodeAt(0))).toEqual(file);
        expect(text).toHaveLength(file.length);
      }),
    );
  });

  it('is itself in memory of its own', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(ownText(text)).toBe(text);
      }),
      { examples: [['\ud800'], [''], ['a'.repeat(20_000)]] },
    );
  });
});
