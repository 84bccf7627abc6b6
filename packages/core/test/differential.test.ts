/**
 * Compares the library with the slow oracle on generated and mutated files. `npm run fuzz` makes the same comparison
 * for longer.
 */
import {
  arbitraryMutation,
  arbitraryQuestion,
  bodyOf,
  corpusFolder,
  needsCorpus,
  type Question,
  readVectors,
  runs,
  sampleCorpus,
  slowVerdict,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { compile, explain, isAllowed, parse } from 'robots-exclusion';
import { describe, expect, it } from 'vitest';
import { compiledForm } from './oracle/compiled-form.ts';

const RUNS = runs(20_000);

/** Vectors are the seeds for mutation if there is no corpus. */
const seeds = readVectors('rfc9309')
  .flatMap(({ vectors }) => vectors.map(bodyOf))
  .filter((body) => body.length < 10_000);

function expectAgreement({ body, tokens, target }: Question): void {
  const document = parse(body);
  const rules = compile(document, tokens);
  const verdict = explain(rules, target);
  const { line, ...expected } = slowVerdict(body, tokens, target);
  expect({ allowed: verdict.allowed, because: verdict.because }).toEqual(expected);
  expect(verdict.rule?.line).toBe(line);
  expect(compile(document, tokens).allows(target)).toBe(verdict.allowed);
  expect(rules.allows(target)).toBe(verdict.allowed);
  compiledForm(rules as never);
  expect(rules.allows(target)).toBe(verdict.allowed);
  expect(isAllowed(body, tokens, target)).toBe(verdict.allowed);
  expect(isAllowed(document, tokens, target)).toBe(verdict.allowed);
}

describe('RFC 9309 §2.2: the fast answer is the slow oracle’s', () => {
  it('on generated files', () => {
    fc.assert(fc.property(arbitraryQuestion, expectAgreement), { numRuns: RUNS });
  });

  it('on mutated vectors', () => {
    fc.assert(fc.property(arbitraryMutation(seeds), expectAgreement), { numRuns: RUNS });
  });

  const corpus = corpusFolder();
  it('on mutated real files', needsCorpus(), () => {
    const files = sampleCorpus(corpus as string).map(({ body }) => body);
    fc.assert(fc.property(arbitraryMutation(files), expectAgreement), { numRuns: RUNS });
  });
});
