/** Verdicts in the form of answers. */
import type { Verdict } from 'robots-exclusion';

/** A verdict with at most the requested number of candidates. */
export interface VerdictAnswer extends Verdict {
  /** How many more rules matched than `candidates` lists. */
  candidatesOmitted?: number;
}

/** Every line of a file may match one URL: only the best candidates are listed beside the deciding rule. */
export function shortened(verdict: Verdict, maxCandidates: number): VerdictAnswer {
  const omitted = verdict.candidates.length - maxCandidates;
  if (omitted <= 0) return verdict;
  return { ...verdict, candidates: verdict.candidates.slice(0, maxCandidates), candidatesOmitted: omitted };
}
