/** Tests the reasons why dialects differ. Each is confirmed by repeating its experiment independently. */
import {
  arbitraryMutation,
  arbitraryQuestion,
  bodyOf,
  corpusFolder,
  isWholeRun,
  needsCorpus,
  type Question,
  readCorpus,
  readVectors,
  runs,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refutedDivergences, refutedReadings } from './confirm-reason.ts';

const seeds = readVectors('rfc9309')
  .flatMap(({ vectors }) => vectors.map(bodyOf))
  .filter(({ length }) => length < 2_000);

describe('reasons are confirmed by their experiment', () => {
  it('on every small file on which dialects are known to differ', () => {
    const vectors = readVectors('dialects').flatMap((file) => file.vectors);
    for (const vector of vectors.filter((_, at) => isWholeRun || at % 16 === 0)) {
      // RFC 9309 defines no verdict for a target that is not a URL.
      if (!vector.url.startsWith('/') && !URL.canParse(vector.url)) continue;
      const question = { body: bodyOf(vector), tokens: [vector.agent].flat(), target: vector.url };
      expect(refutedReadings(question)).toEqual([]);
    }
  });

  it('on generated files', () => {
    const check = (question: Question): void => {
      expect(refutedReadings(question)).toEqual([]);
    };
    fc.assert(fc.property(arbitraryQuestion, check), { numRuns: runs(200) });
    fc.assert(fc.property(arbitraryMutation(seeds), check), { numRuns: runs(200) });
  });

  it('where they are given for lines', () => {
    fc.assert(
      fc.property(arbitraryMutation(seeds), ({ body }) => {
        expect(refutedDivergences(body)).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });
});

const corpus = corpusFolder();

it('reasons on real files are confirmed by their experiment', needsCorpus(), () => {
  const files = corpus ? readCorpus(corpus).filter((_, index) => index % (isWholeRun ? 100 : 400) === 0) : [];
  for (const { name, body } of files) expect([name, refutedDivergences(body)]).toEqual([name, []]);
});
