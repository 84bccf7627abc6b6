import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches, matchesForm } from './match.ts';
import { parsePattern } from './pattern.ts';
import { prepareTarget } from './target.ts';

const octetsOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('matches', () => {
  it('is what a regular expression says, for plain patterns', () => {
    const text = (octets: string, maxLength: number) =>
      fc.array(fc.constantFrom(...octets), { maxLength }).map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(text('ab*', 24), fc.boolean(), text('ab', 40), (pattern, isAnchored, target) => {
        const written = pattern + (isAnchored ? '$' : '');
        const parsed = parsePattern(octetsOf(written), 0, written.length);
        const expected = new RegExp(`^${pattern.replace(/\*+/g, '.*')}${isAnchored ? '$' : ''}`).test(target);
        expect(parsed && matches(parsed, prepareTarget(target))).toBe(expected);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('finds each segment, however it repeats its own beginning', () => {
    const words = (length: number) =>
      Array.from({ length: 2 ** length }, (_, number) =>
        number.toString(2).padStart(length, '0').replaceAll('0', 'a').replaceAll('1', 'b'),
      );
    const targets = words(8).map((word) => octetsOf(`/${word}`));
    const wrong = words(6).filter((segment) => {
      const segments = [octetsOf('/'), octetsOf(segment)];
      return targets.some(
        (target) => matchesForm(segments, false, target) !== Buffer.from(target).includes(segment),
      );
    });
    expect(wrong).toEqual([]);
  });

  it('takes time that grows with the target, not with the target times the pattern', () => {
    const pattern = octetsOf(`/*${'a'.repeat(200_000)}b`);
    const parsed = parsePattern(pattern, 0, pattern.length);
    const target = prepareTarget(`/${'a'.repeat(1_000_000)}`);
    expect(parsed && matches(parsed, target)).toBe(false);
  });
});
