/** Verdicts as answers have them. */
import type { Verdict } from 'robots-exclusion';

/** A verdict with no more candidates than were asked for. */
export interface VerdictAnswer extends Verdict {
  /** How many more rules matched than `candidates` lists. */
  candidatesOmitted?: number;
}

/** A file can name one URL in every line: beside the deciding rule only the best are listed. */
export function shortened(verdict: Verdict, maxCandidates: number): VerdictAnswer {
  const omitted = verdict.candidates.length - maxCandidates;
  if (omitted <= 0) return verdict;
  return { ...verdict, candidates: verdict.candidates.slice(0, maxCandidates), candidatesOmitted: omitted };
}
