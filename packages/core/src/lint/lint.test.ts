import {
  arbitraryMutation,
  bodyOf,
  corpusFolder,
  needsCorpus,
  readVectors,
  runs,
  sampleCorpus,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divergences } from '../interpret/divergences.ts';
import { parse } from '../parse/parse.ts';
import { lint } from './lint.ts';
import { getProfile, lintProfiles } from './profiles.ts';
import { lintRules } from './rules/index.ts';

describe('lint', () => {
  it('tells everything in file order', () => {
    const lines = lint('Disallow: /a\nUser-agent: *\nDisalow: /b\nAllow: c\n').map(
      ({ line, code }) => `${line} ${code}`,
    );
    expect(lines).toEqual(['1 rule-before-group', '3 misspelt-record', '4 pattern-without-slash']);
  });

  it('takes text, octets and documents alike', () => {
    const body = 'User-agent: *\nDisallow /a\n';
    const expected = lint(body);
    expect(lint(new TextEncoder().encode(body))).toEqual(expected);
    expect(lint(parse(body))).toEqual(expected);
  });

  it('is silent where a comment says so', () => {
    const line = 'Disalow: /b\n';
    const body = `User-agent: *\nDisallow: /\n# robots-lint-disable-next-line misspelt-record, x\n${line}${line}`;
    expect(
      lint(body)
        .filter(({ code }) => code === 'misspelt-record')
        .map((found) => found.line),
    ).toEqual([5]);
  });

  it('takes severities from the profile, and from whoever asks', () => {
    const body = 'User-agent: *\nDisallow: /a\nDisallow: /a\n';
    const severityOf = (options: object) => lint(body, options).map(({ severity }) => severity);
    expect(severityOf({})).toEqual(['info']);
    expect(severityOf({ profile: 'strict' })).toEqual(['warning']);
    expect(severityOf({ profile: 'strict', rules: { 'duplicate-rule': 'error' } })).toEqual(['error']);
    expect(severityOf({ rules: { 'duplicate-rule': 'off' } })).toEqual([]);
  });

  it.each(['error', 'warning', 'info', 'off'] as const)('takes the severity %s', (severity) => {
    const found = lint('User-agent: *\nDisallow: /a\nDisallow: /a\n', {
      rules: { 'duplicate-rule': severity },
    });
    expect(found.map((one) => one.severity)).toEqual(severity === 'off' ? [] : [severity]);
  });

  it.each([
    [{ profile: 'x' }, '"x"'],
    [{ rules: { x: 'off' } }, '"x"'],
    [{ rules: { 'duplicate-rule': 'loud' } }, '"loud"'],
  ])('refuses %j', (options, message) => {
    expect(() => lint('', options as object)).toThrow(RangeError);
    expect(() => lint('', options as object)).toThrow(message);
  });

  it('has profiles that name rules only', () => {
    const codes = lintRules.map(({ code }) => code);
    const named = lintProfiles.flatMap(({ severities }) => [...severities.keys()]);
    expect(named.filter((code) => !codes.includes(code))).toEqual([]);
  });

  it('has nothing less than a warning in the profile strict', () => {
    const strict = getProfile('strict').severities;
    const remarks = lintRules.filter(({ code, severity }) => (strict.get(code) ?? severity) === 'info');
    expect(remarks.map(({ code }) => code)).toEqual([]);
  });

  it('tells what parsers read differently only with the dialects at hand', () => {
    const body = 'User-agent: *\nDisallow: /*.pdf$\n';
    const codes = (options: object) => lint(body, options).map(({ code }) => code);
    expect(codes({ profile: 'portable' })).toEqual([]);
    expect(codes({ divergences })).toEqual([]);
    expect(codes({ profile: 'portable', divergences })).toEqual(['read-differently']);
    expect(codes({ divergences, rules: { 'read-differently': 'info' } })).toEqual(['read-differently']);
  });

  it('never throws on content, whatever the profile', () => {
    const seeds = readVectors('rfc9309')
      .flatMap(({ vectors }) => vectors.map(bodyOf))
      .filter(({ length }) => length < 5_000);
    const robotsUrl = 'https://example.com/robots.txt';
    fc.assert(
      fc.property(arbitraryMutation(seeds), fc.constantFrom(...lintProfiles), ({ body }, { name }) => {
        for (const { span } of lint(body, { profile: name, robotsUrl, divergences }))
          expect(span.end).toBeLessThanOrEqual(body.length * 3);
      }),
      { numRuns: runs(1_000) },
    );
  });

  const corpus = corpusFolder();
  it('on real files', needsCorpus(), () => {
    for (const { body } of sampleCorpus(corpus as string)) expect(Array.isArray(lint(body))).toBe(true);
  });
});
