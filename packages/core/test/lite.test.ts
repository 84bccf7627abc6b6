/** Tests that `robots-exclusion/lite` gives the same verdicts as the main entry, or reports that it cannot decide. */
import { arbitraryQuestion, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import * as main from 'robots-exclusion';
import { google } from 'robots-exclusion/dialects/google';
import { ask, isAllowed, parse } from 'robots-exclusion/lite';
import { describe, expect, it } from 'vitest';

const RUNS = Number(process.env['ROBOTS_FUZZ_RUNS'] ?? runs(5_000, 100));
const profile = fc.record({
  token: fc.constantFrom('FooBot', 'BarBot', 'a'),
  fallbackTokens: fc.array(fc.constantFrom('FooBot', 'BarBot', 'b'), { maxLength: 2 }),
  appliesStar: fc.boolean(),
});

describe('robots-exclusion/lite', () => {
  it('answers as the main entry does: tokens and profiles, bodies and documents, RFC 9309 and a dialect', () => {
    fc.assert(
      fc.property(
        arbitraryQuestion,
        fc.option(profile, { nil: undefined }),
        fc.boolean(),
        fc.boolean(),
        ({ body, tokens, target }, crawler, contentUsageIsRule, isGoogle) => {
          const who = crawler ?? tokens;
          const options = { contentUsageIsRule, ...(isGoogle && { dialect: google }) };
          const expected = main.isAllowed(body, who, target, options);
          expect(ask(body, who, target, options)).toEqual({ allowed: expected, isUndecided: false });
          expect(isAllowed(parse(body, options), who, target)).toBe(expected);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('says that a question is undecided where it would take too long, and allows nothing then', () => {
    const body = `User-agent: *\n${'Disallow: /*a*a*a*a*b\n'.repeat(2_000)}`;
    const target = `/${'a'.repeat(8_000)}`;
    expect(ask(body, 'FooBot', target, { maxSteps: 100_000 })).toEqual({ allowed: false, isUndecided: true });
    expect(isAllowed(body, 'FooBot', target, { maxSteps: 100_000 })).toBe(false);
    expect(ask(body, 'FooBot', '/', { maxSteps: 100_000 })).toEqual({ allowed: true, isUndecided: false });
  });

  it('allows /robots.txt whatever the file takes', () => {
    const body = `User-agent: *\nDisallow: /${'*a'.repeat(1_000)}\n`;
    expect(isAllowed(body, 'FooBot', '/robots.txt', { maxSteps: 0 })).toBe(true);
  });

  it.each([undefined, null, 5, {}])('refuses the body %j in words', (body) => {
    expect(() => isAllowed(body as never, 'FooBot', '/')).toThrow(/^Cannot read the body: expected a string/);
  });
});
