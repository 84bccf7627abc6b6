/** Counts a run's results, and combines the counts of its parts. */
import { ExitCode, mostImportant } from '../../exit-codes.ts';
import { MOST_UNKNOWN } from '../judge/unknown-crawlers.ts';
import type { Answer } from './answer-line.ts';

export interface Tally {
  /** Lines with output, including bad ones. */
  records: number;
  badRecords: number;
  /** The error in the first bad line; empty if there is none. */
  firstProblem: string;
  exitCode: ExitCode;
  /** Notes about the crawlers of records, without duplicates. */
  readonly notes: Set<string>;
}

export function emptyTally(): Tally {
  return { records: 0, badRecords: 0, firstProblem: '', exitCode: ExitCode.allowed, notes: new Set() };
}

export function countAnswer(tally: Tally, { exitCode, problem }: Answer): void {
  tally.records++;
  if (exitCode !== tally.exitCode) tally.exitCode = mostImportant([tally.exitCode, exitCode]);
  if (problem !== undefined && tally.badRecords++ === 0) tally.firstProblem = problem;
}

export function addTally(tally: Tally, next: Tally): void {
  if (tally.badRecords === 0) tally.firstProblem = next.firstProblem;
  tally.records += next.records;
  tally.badRecords += next.badRecords;
  tally.exitCode = mostImportant([tally.exitCode, next.exitCode]);
  addNotes(tally, [...next.notes]);
}

export function addNotes({ notes }: Tally, more: readonly string[]): void {
  for (const note of more) if (notes.size < MOST_UNKNOWN) notes.add(note);
}
