/**
 * Compares skipped code points and line ends with the results of a reference implementation that decodes whole
 * characters.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineEndLength, skipBackward, skipForward } from './code-points.ts';

const SET = new Set(
  Array.from(' \t\r\n\u0085\u00a0\u2028\u3000\ufeff😀', (character) => character.codePointAt(0) as number),
);
/**
 * Characters of one to four octets, inside and outside the set, and octets that do not form a character. Each such
 * octet stands alone.
 */
const CHARACTERS = [
  ...Array.from(' \t\r\n\u0085\u00a0\u2028\u2029\u3000\ufeff😀a\u007f\u0080é߿ࠀ𐀀', (character) =>
    Buffer.from(character),
  ),
  ...[[0x80], [0xbf], [0xc0], [0xc2], [0xe2, 0x80], [0xf0, 0x9f, 0x98], [0xff]].map((octets) =>
    Buffer.from(octets),
  ),
];
const pieces = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 6 });

/** The characters of octets, as the host's decoder reads them. Each ill-formed octet stands alone. */
function charactersOf(
  octets: Buffer,
): { readonly length: number; readonly isIn: boolean; readonly code: number }[] {
  const found = [];
  for (let at = 0; at < octets.length; ) {
    const length = [1, 2, 3, 4].find((n) => isCharacter(octets.subarray(at, at + n))) ?? 0;
    const code = length === 0 ? -1 : (octets.toString('utf8', at, at + length).codePointAt(0) as number);
    found.push({ length: length || 1, isIn: SET.has(code), code });
    at += length || 1;
  }
  return found;
}

function isCharacter(octets: Buffer): boolean {
  const text = octets.toString('utf8');
  return [...text].length === 1 && Buffer.from(text).equals(octets);
}

const lengthOf = (characters: readonly { readonly length: number }[]) =>
  characters.reduce((sum, { length }) => sum + length, 0);

it('skips the characters of the set forward and backward, and stops at all others', () => {
  fc.assert(
    fc.property(pieces, pieces, pieces, (before, within, after) => {
      const octets = Buffer.concat([...before, ...within, ...after]);
      const start = Buffer.concat(before).length;
      const end = start + Buffer.concat(within).length;
      const all = charactersOf(octets.subarray(start, end));
      const first = all.findIndex(({ isIn }) => !isIn);
      const last = all.findLastIndex(({ isIn }) => !isIn);
      expect(skipForward(octets, start, end, SET)).toBe(
        first < 0 ? end : start + lengthOf(all.slice(0, first)),
      );
      expect(skipBackward(octets, start, end, SET)).toBe(
        last < 0 ? start : start + lengthOf(all.slice(0, last + 1)),
      );
    }),
    { numRuns: 2000 },
  );
});

it('knows the line ends of a set, CR LF as one', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CHARACTERS), pieces, (begin, rest) => {
      const octets = Buffer.concat([begin, ...rest]);
      const [first] = charactersOf(octets);
      // A line end has at most three octets.
      const isEnd = first?.isIn && first.code < 0x2100 && first.code !== 0x3000;
      const expected = isEnd ? (octets[0] === 0x0d && octets[1] === 0x0a ? 2 : first.length) : 0;
      if (first && first.code < 0x2100) expect(lineEndLength(octets, 0, SET)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});
