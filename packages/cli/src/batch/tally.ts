/** What a run counts of its answers, and sums up from those of its parts. */
import { ExitCode, mostImportant } from '../exit-codes.ts';
import type { Answer } from './answer.ts';

/** Counts of consecutive lines. */
export interface Tally {
  /** Lines that were answered, bad ones included. */
  records: number;
  badRecords: number;
  /** What was wrong with the first bad one; empty without one. */
  firstProblem: string;
  exitCode: ExitCode;
}

/** Nothing counted yet. */
export function emptyTally(): Tally {
  return { records: 0, badRecords: 0, firstProblem: '', exitCode: ExitCode.allowed };
}

/** Counts an answer. */
export function countAnswer(tally: Tally, { exitCode, problem }: Answer): void {
  tally.records++;
  if (exitCode !== tally.exitCode) tally.exitCode = mostImportant([tally.exitCode, exitCode]);
  if (problem !== undefined && tally.badRecords++ === 0) tally.firstProblem = problem;
}

/** Counts the answers to the lines that follow. */
export function addTally(tally: Tally, next: Tally): void {
  if (tally.badRecords === 0) tally.firstProblem = next.firstProblem;
  tally.records += next.records;
  tally.badRecords += next.badRecords;
  tally.exitCode = mostImportant([tally.exitCode, next.exitCode]);
}
