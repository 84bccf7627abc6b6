/** How a job runs: as a generator that hands out its parts, so that it can be dropped between two of them. */
import type { JobName, Jobs } from '../protocol.ts';

export type Job<Name extends JobName> = (
  question: Jobs[Name]['question'],
) => Generator<Jobs[Name]['part'] | undefined, Jobs[Name]['answer']>;

/** Milliseconds of work between two parts. */
export const SLICE_MS = 30;
