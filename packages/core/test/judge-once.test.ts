/** Tests that `judgeOnce` gives the same judgement as parsing and compiling. */
import { arbitraryMutation, arbitraryQuestion, bodyOf, readVectors, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { compile, judge, judgeOnce, parse } from 'robots-exclusion';
import { groupInForce } from 'robots-exclusion/agents';
import { google } from 'robots-exclusion/dialects/google';
import { describe, expect, it } from 'vitest';

const profile = fc.record({
  token: fc.constantFrom('FooBot', 'BarBot', 'a'),
  fallbackTokens: fc.array(fc.constantFrom('FooBot', 'BarBot', 'b'), { maxLength: 2 }),
  appliesStar: fc.boolean(),
});
const seeds = readVectors('rfc9309')
  .flatMap(({ vectors }) => vectors.map(bodyOf))
  .filter((body) => body.length < 10_000);

describe('judgeOnce', () => {
  it.each([
    ['questions', arbitraryQuestion],
    ['mutated vectors', arbitraryMutation(seeds)],
  ])('answers as parse, compile and judge do: %s', (_, questions) => {
    fc.assert(
      fc.property(
        questions,
        fc.option(profile, { nil: undefined }),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(512_000, 20, 7),
        ({ body, tokens, target }, crawler, contentUsageIsRule, isGoogle, maxBytes) => {
          const who = crawler ?? tokens;
          const options = { contentUsageIsRule, maxBytes, ...(isGoogle && { dialect: google }) };
          const document = parse(body, options);
          const { allowed, because, rule } = judge(compile(document, who), target);
          const { isNamed, ...judged } = judgeOnce(body, who, target, options);
          expect(judged).toEqual({
            allowed,
            because,
            ...(rule && { rule: { text: rule.text, line: rule.line } }),
            isTruncated: document.isTruncated,
          });
          if (crawler)
            expect(isNamed).toBe(
              groupInForce(document, { ...crawler, fallbackTokens: [], appliesStar: false }) !== undefined,
            );
        },
      ),
      { numRuns: runs(20_000) },
    );
  });

  it('answers where a scan takes too long', () => {
    const body = `User-agent: *\n${'Disallow: /*a*a*a*a*b\n'.repeat(2_000)}Disallow: /a\n`;
    const { rule, because } = judgeOnce(body, 'FooBot', `/${'a'.repeat(8_000)}`);
    expect([rule, because]).toEqual([{ text: 'Disallow: /a', line: 2002 }, 'rule']);
  });

  it.each([
    [undefined, 'FooBot', '/', /^Cannot read the body/],
    ['', 5, '/', /^Cannot look up rules/],
    ['', 'FooBot', 'nowhere', /nowhere/],
  ])('refuses %j, %j, %j in words', (body, who, target, message) => {
    expect(() => judgeOnce(body as never, who as never, target)).toThrow(message);
  });
});
