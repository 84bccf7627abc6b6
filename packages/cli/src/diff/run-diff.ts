/** Runs a comparison with progress, so that an interrupt can stop it. */
import { setImmediate as otherWork } from 'node:timers/promises';
import { type DiffOptions, type DiffReport, diffInSteps } from 'robots-exclusion/diff';
import { startProgress } from '../output/progress.ts';

/** Others get their turn after so many milliseconds. */
const TURN_MS = 100;

/** The report; rejects with the signal's reason when it is aborted. */
export async function runDiff(
  before: Uint8Array,
  after: Uint8Array,
  options: DiffOptions,
  signal: AbortSignal,
): Promise<DiffReport> {
  const progress = await startProgress('regions');
  try {
    const steps = diffInSteps(before, after, options);
    for (let turn = Date.now(); ; ) {
      const { done, value } = steps.next();
      if (done) return value;
      if (Date.now() - turn < TURN_MS) continue;
      progress.at(value.regions);
      await otherWork();
      signal.throwIfAborted();
      turn = Date.now();
    }
  } finally {
    progress.end();
  }
}
