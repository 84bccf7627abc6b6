/** Tests the contract of `Matcher`: every engine gives the slow oracle's answers through each of its methods. */
import {
  arbitraryMutation,
  arbitraryQuestion,
  bodyOf,
  type Question,
  readVectors,
  runs,
  slowVerdict,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineDialect } from '../src/dialects/define-dialect.ts';
import { rfc9309Facts } from '../src/dialects/rfc9309.ts';
import { AdaptiveMatcher } from '../src/engine/adaptive-matcher.ts';
import { CompiledMatcher } from '../src/engine/compiled-matcher.ts';
import { sharedHotStates } from '../src/engine/hot/hot-states.ts';
import { compileForm } from '../src/engine/rule-set-form.ts';
import { rfc9309 } from '../src/parse/dialect.ts';
import { parse } from '../src/parse/parse.ts';
import { tokensOf } from '../src/rules/crawler.ts';
import { ExhaustiveScan } from '../src/rules/exhaustive-scan.ts';
import { engineOf, type Matcher } from '../src/rules/matcher.ts';
import { ScanMatcher } from '../src/rules/scan-matcher.ts';
import { selectRows } from '../src/rules/select.ts';

const RUNS = Number(process.env['ROBOTS_FUZZ_RUNS'] ?? runs(3_000, 100));
const byFacts = defineDialect({ ...rfc9309, name: 'rfc9309-by-facts', facts: rfc9309Facts });

type Make = (body: Uint8Array, tokens: readonly string[]) => Matcher;

function rulesOf(body: Uint8Array, tokens: readonly string[]) {
  const source = parse(body);
  return { source, selection: selectRows(source, tokensOf(tokens)) };
}

const ENGINES: Readonly<Record<string, Make>> = {
  scan(body, tokens) {
    const { source, selection } = rulesOf(body, tokens);
    return new ScanMatcher(source, selection, () => new CompiledMatcher(compileForm(source, selection)));
  },
  'exhaustive scan': (body, tokens) => {
    const { source, selection } = rulesOf(body, tokens);
    return new ExhaustiveScan(source, selection);
  },
  compiled(body, tokens) {
    const { source, selection } = rulesOf(body, tokens);
    return new CompiledMatcher(compileForm(source, selection));
  },
  'compiled, asked often': (body, tokens) => {
    const { source, selection } = rulesOf(body, tokens);
    sharedHotStates().forgetAll(0);
    return new CompiledMatcher(compileForm(source, selection), 1_000_000);
  },
  adaptive: (body, tokens) => new AdaptiveMatcher(rulesOf(body, tokens)),
  dialect(body, tokens) {
    const document = parse(body, { dialect: byFacts });
    return (engineOf(byFacts) as NonNullable<ReturnType<typeof engineOf>>).matcherFor(document, tokens);
  },
};

/** Vectors are the seeds for mutation. */
const seeds = readVectors('rfc9309')
  .flatMap(({ vectors }) => vectors.map(bodyOf))
  .filter((body) => body.length < 10_000);

describe.each(Object.entries(ENGINES))('the matcher “%s”', (_, make) => {
  const answersAsTheOracle = ({ body, tokens, target }: Question): void => {
    const { line, ...expected } = slowVerdict(body, tokens, target);
    const matcher = make(typeof body === 'string' ? new TextEncoder().encode(body) : body, [tokens].flat());
    // Makes more queries than an adaptive engine answers by scanning, so that it switches to compiled rules.
    for (let time = 0; time < 4; time++) {
      expect(matcher.allows(target)).toBe(expected.allowed);
      const judgement = matcher.judge(target);
      const { candidates, ...judged } = matcher.explain(target);
      expect(judged).toEqual(judgement);
      expect({ allowed: judgement.allowed, because: judgement.because }).toEqual(expected);
      expect(judgement.rule?.line).toBe(line);
      if (judgement.rule) expect(candidates[0]).toEqual(judgement.rule);
    }
  };

  it('answers as the oracle does, by each method', () => {
    fc.assert(fc.property(arbitraryQuestion, answersAsTheOracle), { numRuns: RUNS });
  });

  it('does so for mutated vectors', () => {
    fc.assert(fc.property(arbitraryMutation(seeds), answersAsTheOracle), { numRuns: RUNS });
  });

  it('shows the same verdict as scanning does', () => {
    const scan = ENGINES['scan'] as Make;
    fc.assert(
      fc.property(arbitraryQuestion, ({ body, tokens, target }) => {
        const octets = typeof body === 'string' ? new TextEncoder().encode(body) : body;
        const verdict = make(octets, [tokens].flat()).explain(target);
        const { candidates, ...expected } = scan(octets, [tokens].flat()).explain(target);
        expect(verdict.candidates.map(({ line }) => line)).toEqual(candidates.map(({ line }) => line));
        if (make !== ENGINES['dialect']) expect(verdict).toEqual({ ...expected, candidates });
      }),
      { numRuns: RUNS },
    );
  });

  it('refuses what is not a target', () => {
    const matcher = make(new Uint8Array(0), ['FooBot']);
    for (const ask of ['allows', 'judge', 'explain'] as const) {
      expect(() => matcher[ask](undefined as never)).toThrow(TypeError);
      expect(() => matcher[ask]('nowhere')).toThrow(TypeError);
    }
  });
});
