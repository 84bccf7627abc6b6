/**
 * Tests encoding and decoding on hosts without a text encoder and decoder, by comparison with the encoder and decoder
 * of this host.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';

const hosts = new TextDecoder('utf-8', { ignoreBOM: true });
let byHand: typeof import('./utf-8.ts');

beforeAll(async () => {
  vi.stubGlobal('TextDecoder', undefined);
  vi.stubGlobal('TextEncoder', undefined);
  // The query string creates a separate instance of the module, because another test of this process may have loaded
  // the usual instance.
  byHand = await import('./utf-8.ts?by-hand' as './utf-8.ts');
  vi.unstubAllGlobals();
});

/** Octets at which the decoder branches: the ends of the ranges of first and second octets. */
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

describe('text', () => {
  const ends = [
    0x00, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xfeff, 0xffff,
  ];
  const text = fc
    .array(fc.constantFrom(...ends, 0x10000, 0x10ffff), { maxLength: 60 })
    .map((codes) => codes.map((code) => String.fromCodePoint(code)).join(''));

  it('is encoded as the Encoding Standard does, a lone surrogate as U+FFFD', () => {
    fc.assert(
      fc.property(text, (each) => {
        const expected = Buffer.from(each);
        expect(expected.equals(byHand.encodeUtf8(each))).toBe(true);
        const into = new Uint8Array(3 * each.length);
        expect(byHand.encodeUtf8Into(each, into)).toBe(expected.length);
        expect(expected.equals(into.subarray(0, expected.length))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('that is longer than 48 characters, too', () => {
    for (const length of [47, 48, 49, 500]) {
      expect(Buffer.from(byHand.encodeUtf8('a'.repeat(length))).toString()).toBe('a'.repeat(length));
    }
  });
});

it('the first octet that is not valid UTF-8 is where a strict decoder fails', () => {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const isUtf8 = (each: Uint8Array): boolean => {
    try {
      strict.decode(each);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(octets, fc.nat(9), (each, ascii) => {
      const whole = Buffer.concat([Buffer.alloc(ascii, 'a'), each]);
      const at = byHand.firstIllFormed(whole);
      expect(at < 0).toBe(isUtf8(whole));
      if (at < 0) return;
      expect(isUtf8(whole.subarray(0, at))).toBe(true);
      const isAny = [1, 2, 3, 4].some(
        (length) => at + length <= whole.length && isUtf8(whole.subarray(at, at + length)),
      );
      expect(isAny).toBe(false);
    }),
    { numRuns: 1000 },
  );
});
