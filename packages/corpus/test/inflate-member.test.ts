/**
 * Inflating gzip members with one shared zlib state gives the same results as the documented function `inflateRawSync`.
 */
import { deflateRawSync } from 'node:zlib';
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Inflated,
  type InflateMember,
  inflateBySync,
  Output,
  oneState,
} from '../src/warc/inflate-member.ts';

const inflate = oneState() as InflateMember;
const LIMIT = 300_000;

/** Includes lengths around 64 KiB, and lengths at and above `LIMIT`. */
const plain = fc.oneof(
  fc.uint8Array({ maxLength: 4_000 }).map((octets) => Buffer.from(octets)),
  fc
    .tuple(fc.constantFrom(65_535, 65_536, 65_537, 131_072, 200_000, 300_000, 300_001, 320_000), fc.string())
    .map(([length, text]) => Buffer.alloc(length, text || 'x')),
);

/** Compares text, because a matcher that compares octets takes a hundred times as long. */
function told(inflated: Inflated): string {
  if (inflated.kind !== 'whole') return JSON.stringify(inflated);
  return `${inflated.used} ${inflated.octets.toString('latin1')}`;
}

describe('inflateMember', () => {
  it('has a state that serves all calls in this version of Node.js', () => {
    expect(inflate).toBeDefined();
  });

  it('inflates, and refuses, as inflateRawSync does, whatever came before', () => {
    const change = fc.constantFrom('none', 'cut', 'damaged', 'noise');
    fc.assert(
      fc.property(
        plain,
        change,
        fc.nat(),
        fc.nat(20),
        fc.uint8Array(),
        (octets, kind, at, before, behind) => {
          const coded = kind === 'noise' ? octets : deflateRawSync(octets);
          const end = kind === 'cut' ? at % (coded.length + 1) : coded.length;
          const place = at % coded.length;
          if (kind === 'damaged') coded[place] = (coded[place] as number) ^ 0x5a;
          const parts = [Buffer.alloc(before), coded.subarray(0, end), kind === 'cut' ? [] : behind];
          const input = Buffer.concat(parts.map((part) => Buffer.from(part)));
          const expected = inflateBySync(input, before, LIMIT);
          // Octets that are both too long and damaged may be called either.
          if (expected.kind === 'large' && kind !== 'none') return;
          expect(told(inflate(input, before, LIMIT, new Output()))).toBe(told(expected));
        },
      ),
      { numRuns: runs(3_000) },
    );
  });

  it('hands out octets that the next call does not change, unless they are released', () => {
    const output = new Output();
    const first = inflate(deflateRawSync('first'), 0, LIMIT, output);
    const text = () => first.kind === 'whole' && first.octets.toString();
    inflate(deflateRawSync('other'), 0, LIMIT, output);
    expect(text()).toBe('first');
    output.reuse();
    inflate(deflateRawSync('third'), 0, LIMIT, output);
    expect(text()).toBe('third');
  });

  it('stops at the limit, however much there is behind it', () => {
    const coded = deflateRawSync(Buffer.alloc(50_000_000));
    expect(inflate(coded, 0, LIMIT, new Output())).toEqual({ kind: 'large' });
  });
});
