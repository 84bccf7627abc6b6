/** Decoding where the host has no decoder, beside the decoder of this one. */
import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';

const hosts = new TextDecoder('utf-8', { ignoreBOM: true });
let byHand: typeof import('./utf-8.ts');

beforeAll(async () => {
  vi.stubGlobal('TextDecoder', undefined);
  byHand = await import('./utf-8.ts');
  vi.unstubAllGlobals();
});

/** Octets at which the decoder takes another way: ends of the ranges of first and second octets. */
const TURNING = [
  ...[0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf],
  ...[0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff],
];
const octets = fc.array(fc.constantFrom(...TURNING), { maxLength: 8 }).map((each) => Uint8Array.from(each));

it('decodes ill-formed octets as the Encoding Standard does', () => {
  fc.assert(
    fc.property(octets, (each) => {
      expect(byHand.decodeUtf8(each)).toBe(hosts.decode(each));
    }),
    { numRuns: 1000 },
  );
});
