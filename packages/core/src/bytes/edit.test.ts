import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from './edit.ts';

const octets = new Uint8Array(Buffer.from('0123456789'));
const edited = (...edits: [number, number, string][]) =>
  Buffer.from(
    applyEdits(
      octets,
      edits.map(([start, end, replacement]) => ({ span: { start, end }, replacement })),
    ),
  ).toString();

describe('edits', () => {
  it('replace, insert and delete, in any order', () => {
    expect(edited([8, 10, 'é'], [0, 1, ''], [4, 4, 'ab'])).toBe('123ab4567é');
    expect(edited()).toBe('0123456789');
    expect(edited([3, 3, 'a'], [3, 3, 'b'], [3, 5, 'c'])).toBe('012abc56789');
  });

  it.each([
    [
      [0, 3, ''],
      [2, 4, ''],
    ],
    [[5, 11, '']],
    [[4, 2, '']],
    [[-1, 2, '']],
  ] as [number, number, string][][])('refuse %j %j', (...edits) => {
    expect(() => edited(...edits)).toThrow(RangeError);
  });

  it('leave what is outside of them', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(), fc.nat(), fc.uint8Array(), (body, a, b, replacement) => {
        const [start, end] = [a % (body.length + 1), b % (body.length + 1)].sort((x, y) => x - y) as [
          number,
          number,
        ];
        const result = applyEdits(body, [{ span: { start, end }, replacement }]);
        expect([...result]).toEqual([...body.subarray(0, start), ...replacement, ...body.subarray(end)]);
      }),
    );
  });
});
