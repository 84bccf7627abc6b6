import { arbitraryMutation, bodyOf, readVectors, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proveSameVerdicts } from '../diff/prove-same-verdicts.ts';
import { fixAll } from './fix.ts';
import { lintRules } from './rules/index.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (octets: Uint8Array): string => new TextDecoder().decode(octets);

describe('fixAll', () => {
  it('makes safe fixes until nothing is left, and no others', () => {
    const body = 'User-agent: *\nDisallow: /a*\nDisallow: /a/b\nDisallow: /a\nDisalow: /c\n';
    const { octets, made } = fixAll(encode(body));
    expect(decode(octets)).toBe('User-agent: *\nDisallow: /a\nDisalow: /c\n');
    expect(fixAll(octets).made).toEqual([]);
    expect(made.length).toBeGreaterThan(1);
  });

  it('makes the others when it is told to', () => {
    const { octets, made } = fixAll(encode('User-agent: *\nDisalow: /c\n'), { isDangerous: true });
    expect(decode(octets)).toBe('User-agent: *\nDisallow: /c\n');
    expect(made).toMatchObject([{ code: 'misspelt-record', line: 2 }]);
  });

  it('leaves out what cannot be proven, and makes the rest', () => {
    // The star outranks the allow rule: without it the tie goes to allow.
    const body = 'User-agent: *\nDisallow: /a*\nAllow: /a\nDisallow: /b\nDisallow: /b\n';
    const { octets, unproven } = fixAll(encode(body), { rules: { 'shadowed-rule': 'off' } });
    expect(decode(octets)).toBe('User-agent: *\nDisallow: /a*\nAllow: /a\nDisallow: /b\n');
    expect(unproven.map(({ code }) => code)).toEqual(['needless-trailing-star']);
  });

  it('keeps line ends and what nobody mends', () => {
    const body = 'User-agent: *\r\n# a\r\nDisallow: /b\r\nDisallow: /b\r\n\r\n\r\nFoo: bar\r\n';
    expect(decode(fixAll(encode(body)).octets)).toBe(body.replace('Disallow: /b\r\n', ''));
  });

  it('keeps what stands behind the octets that are read', () => {
    const tail = `# ${'x'.repeat(600_000)}\n`;
    const { octets } = fixAll(encode(`User-agent: *\nDisallow: /a\nDisallow: /a\n${tail}`));
    expect(decode(octets)).toBe(`User-agent: *\nDisallow: /a\n${tail}`);
  });

  const seeds = [
    ...readVectors('rfc9309').flatMap(({ vectors }) => vectors.map(bodyOf)),
    ...lintRules.map(({ bad }) => encode(bad.body)),
  ].filter(({ length }) => length < 3_000);

  it('keeps every verdict, whatever the file', () => {
    fc.assert(
      fc.property(arbitraryMutation(seeds), ({ body }) => {
        expect(proveSameVerdicts(body, fixAll(body).octets).kind).toBe('equal');
      }),
      { numRuns: runs(300) },
    );
  });
});
