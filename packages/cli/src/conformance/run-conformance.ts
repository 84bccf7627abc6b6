/** Runs all vectors against a program. */
import { type Asking, askProgram } from './ask-program.ts';
import {
  type ConformanceReport,
  conforms,
  countLevels,
  isForSeveralTokens,
  judgeVectors,
  likenesses,
} from './judge.ts';
import { divergences, type Question, rfcVectors, vectorsVersion } from './vectors.ts';

export interface ProgramLimits {
  /** Whether the program accepts only one product token. If so, vectors with several tokens are skipped. */
  readonly takesOneToken: boolean;
  /** Whether the program accepts only absolute URLs. If so, `https://example.com` is prepended to paths. */
  readonly wantsUrls: boolean;
}

/** Sends the program every query that it supports, and judges its replies. */
export async function runConformance(asking: Asking, limits: ProgramLimits): Promise<ConformanceReport> {
  const [vectors, differing] = [rfcVectors(), divergences()];
  const asked = [...vectors, ...differing]
    .filter((question) => !(limits.takesOneToken && isForSeveralTokens(question)))
    .map((question) => (limits.wantsUrls ? withHost(question) : question));
  const replies = await askProgram(asked, asking);
  const results = judgeVectors(vectors, replies);
  const levels = countLevels(results);
  return {
    vectorsVersion: vectorsVersion(),
    conforms: conforms(levels),
    levels,
    readsLike: likenesses(differing, replies),
    results,
  };
}

function withHost<Asked extends Question>(question: Asked): Asked {
  return question.url.startsWith('/') ? { ...question, url: `https://example.com${question.url}` } : question;
}
