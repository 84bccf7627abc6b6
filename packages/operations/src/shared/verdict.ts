/** Verdicts in the form that answers contain. */
import type { Verdict } from 'robots-exclusion';

/** A verdict with at most the requested number of candidates. */
export interface VerdictAnswer extends Verdict {
  /** The number of matching rules that `candidates` does not list. */
  candidatesOmitted?: number;
}

/**
 * Limits a verdict to its best candidates, because every rule of a file may match the same URL.
 */
export function shortened(verdict: Verdict, maxCandidates: number): VerdictAnswer {
  const omitted = verdict.candidates.length - maxCandidates;
  if (omitted <= 0) return verdict;
  return { ...verdict, candidates: verdict.candidates.slice(0, maxCandidates), candidatesOmitted: omitted };
}
