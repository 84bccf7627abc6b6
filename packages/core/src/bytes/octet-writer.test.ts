/** Tests that the written octets equal an array of the same octets, no matter how the buffer grew. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OctetWriter } from './octet-writer.ts';

const octet = fc.nat(255);
const step = fc.oneof(
  octet.map((value) => ({ octet: value })),
  fc.nat(2 ** 35 - 1).map((varint) => ({ varint })),
  fc.uint8Array({ maxLength: 400 }).map((octets) => ({ octets })),
  fc.nat(300).map((reserve) => ({ reserve })),
  fc.tuple(fc.nat(), fc.nat(2 ** 24 - 1)).map((patch) => ({ patch })),
  fc.tuple(fc.nat(), fc.nat(7)).map((bit) => ({ bit })),
);

function varintOf(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varintOf(Math.floor(value / 128))];
}

it('holds what was written', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const writer = new OctetWriter();
      const all: number[] = [];
      for (const each of steps) {
        if ('octet' in each) {
          writer.octet(each.octet);
          all.push(each.octet);
        } else if ('varint' in each) {
          writer.varint(each.varint);
          all.push(...varintOf(each.varint));
        } else if ('octets' in each) {
          const [start, end] = [each.octets.length >> 2, each.octets.length - (each.octets.length >> 2)];
          writer.octets(each.octets, start, end);
          all.push(...each.octets.subarray(start, end));
        } else if ('reserve' in each) {
          expect(writer.reserve(each.reserve)).toBe(all.length);
          all.push(...new Array<number>(each.reserve).fill(0));
        } else if ('patch' in each && all.length >= 3) {
          const at = each.patch[0] % (all.length - 2);
          writer.patch(at, each.patch[1], 3);
          all.splice(at, 3, each.patch[1] & 255, (each.patch[1] >> 8) & 255, each.patch[1] >> 16);
        } else if ('bit' in each && all.length > 0) {
          const at = each.bit[0] % all.length;
          writer.setBit(0, 8 * at + each.bit[1]);
          all[at] = (all[at] as number) | (1 << each.bit[1]);
        }
      }
      expect(writer.length).toBe(all.length);
      expect([...writer.written()]).toEqual(all);
      expect([...writer.finish()]).toEqual(all);
    }),
    { numRuns: 300 },
  );
});
