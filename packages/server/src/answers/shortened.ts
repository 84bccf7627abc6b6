/** Verdicts as they are sent. */
import type { Verdict } from 'robots-exclusion';

/** A file can name one URL in every line: beside the deciding rule only the best are listed. */
export function shortened(verdict: Verdict, maxCandidates: number): Verdict & { candidatesOmitted?: number } {
  const { candidates } = verdict;
  const omitted = candidates.length - maxCandidates;
  if (omitted <= 0) return verdict;
  return { ...verdict, candidates: candidates.slice(0, maxCandidates), candidatesOmitted: omitted };
}
