/** Runs a comparison with a progress display. After an interrupt, it stops and reports the results so far. */
import { setImmediate as otherWork } from 'node:timers/promises';
import { type DiffOptions, type DiffReport, diffInSteps } from 'robots-exclusion/diff';
import { startProgress } from '../output/progress.ts';

/** The comparison yields to other work after this many milliseconds. */
const TURN_MS = 100;

/** Returns the report, which is incomplete if `signal` is aborted before the end. */
export async function runDiff(
  before: Uint8Array,
  after: Uint8Array,
  options: DiffOptions,
  signal: AbortSignal,
): Promise<DiffReport> {
  const progress = await startProgress('regions', 'at the end');
  try {
    const steps = diffInSteps(before, after, options);
    for (let turn = Date.now(); ; ) {
      const { done, value } = steps.next(signal.aborted ? 'stop' : undefined);
      if (done) return value;
      if (Date.now() - turn < TURN_MS) continue;
      progress.at(value.regions);
      await otherWork();
      turn = Date.now();
    }
  } finally {
    progress.end();
  }
}
