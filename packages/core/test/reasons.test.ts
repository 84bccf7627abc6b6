/** Tests the reasons why dialects differ. Each is confirmed by repeating its experiment independently. */
import {
  bodyOf,
  corpusFolder,
  isWholeRun,
  needsCorpus,
  readCorpus,
  readVectors,
} from '@robots-exclusion/testkit';
import { expect, it } from 'vitest';
import { refutedDivergences, refutedReadings } from './confirm-reason.ts';

it('reasons are confirmed on every small file on which dialects are known to differ', () => {
  const vectors = readVectors('dialects').flatMap((file) => file.vectors);
  for (const vector of vectors.filter((_, at) => isWholeRun || at % 24 === 0)) {
    // RFC 9309 defines no verdict for a target that is not a URL.
    if (!vector.url.startsWith('/') && !URL.canParse(vector.url)) continue;
    const question = { body: bodyOf(vector), tokens: [vector.agent].flat(), target: vector.url };
    expect(refutedReadings(question)).toEqual([]);
  }
});

const corpus = corpusFolder();

it('reasons on real files are confirmed by their experiment', needsCorpus(), () => {
  const files = corpus ? readCorpus(corpus).filter((_, index) => index % (isWholeRun ? 100 : 400) === 0) : [];
  for (const { name, body } of files) expect([name, refutedDivergences(body)]).toEqual([name, []]);
});
