import { arbitraryMutation, bodyOf, corpusFolder, readCorpus, readVectors } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from '../parse/parse.ts';
import { lint } from './lint.ts';
import { lintProfiles } from './profiles.ts';
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

  it.each([
    ['250,000 lines without a colon', 'a\n'.repeat(250_000)],
    [
      '9,000 groups beside 5,000 rules',
      `User-agent: *\n${'Disallow: /a\n'.repeat(5_000)}${Array.from({ length: 9_000 }, (_, index) => `User-agent: b${index}\nDisallow: /${index}\n`).join('')}`,
    ],
    ['one crawler named 30,000 times', `${'User-agent: FooBot\n'.repeat(25_000)}Disallow: /\n`],
    ['30,000 groups of one crawler', 'User-agent: a\nDisallow: /\n'.repeat(18_000)],
    ['a pattern of 500 KB', `User-agent: *\nDisallow: /${'*a'.repeat(250_000)}\n`],
    ['a name of 500 KB', `${'a'.repeat(500_000)}: x\n`],
  ])('ends on %s', (_, body) => {
    expect(Array.isArray(lint(body))).toBe(true);
  });

  it('never throws on content, whatever the profile', () => {
    const seeds = readVectors('rfc9309')
      .flatMap(({ vectors }) => vectors.map(bodyOf))
      .filter(({ length }) => length < 5_000);
    const robotsUrl = 'https://example.com/robots.txt';
    fc.assert(
      fc.property(arbitraryMutation(seeds), fc.constantFrom(...lintProfiles), ({ body }, { name }) => {
        for (const { span } of lint(body, { profile: name, robotsUrl }))
          expect(span.end).toBeLessThanOrEqual(body.length * 3);
      }),
      { numRuns: 2_000 },
    );
  });

  const corpus = corpusFolder();
  it.skipIf(!corpus)(
    `on real files${corpus ? '' : ' (skipped: ROBOTS_CORPUS is not set)'}`,
    () => {
      for (const { body } of readCorpus(corpus as string)) expect(Array.isArray(lint(body))).toBe(true);
    },
    120_000,
  );
});
