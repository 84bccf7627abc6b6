/**
 * Tests the reasons why dialects differ, for real files and many generated ones. An experiment confirms each reason.
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
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { refutedDivergences, refutedReadings } from './confirm-reason.ts';

const corpus = corpusFolder();

it('on every line of real files', { ...needsCorpus(), timeout: 3_600_000 }, () => {
  for (const { name, body } of corpus ? sampleCorpus(corpus) : []) {
    expect([name, refutedDivergences(body)]).toEqual([name, []]);
  }
});

const seeds = readVectors('rfc9309')
  .flatMap(({ vectors }) => vectors.map(bodyOf))
  .filter(({ length }) => length < 2_000);

it('on generated files and mutated vectors', { timeout: 3_600_000 }, () => {
  const check = (question: Question): void => {
    expect(refutedReadings(question)).toEqual([]);
  };
  fc.assert(fc.property(arbitraryQuestion, check), { numRuns: runs(10_000) });
  fc.assert(fc.property(arbitraryMutation(seeds), check), { numRuns: runs(10_000) });
  const checkLines = ({ body }: Question): void => {
    expect(refutedDivergences(body)).toEqual([]);
  };
  fc.assert(fc.property(arbitraryMutation(seeds), checkLines), { numRuns: runs(100) });
});
