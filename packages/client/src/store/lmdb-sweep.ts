/** Walks through an LMDB database in small steps, for listing keys and for removing what has expired. */

import type { StoreDatabase } from './lmdb-database.ts';
import type { LmdbEntry } from './lmdb-root.ts';

/** Entries per step: below a millisecond, and no read transaction outlives the step. */
const stepEntries = 128;

/** So many writes pay for one step of sweeping: twice as many entries are looked at as are written. */
const writesPerStep = 64;

/** The keys of living entries that begin with `prefix`, in LMDB's order, each once. */
export async function* liveKeys(
  database: StoreDatabase,
  prefix: string,
  isLive: (entry: LmdbEntry) => boolean,
): AsyncIterable<string> {
  let start = prefix;
  let isFirst = true;
  for (;;) {
    const step = database.range(start, stepEntries);
    for (const entry of step) {
      if (!entry.key.startsWith(prefix)) return;
      if ((isFirst || entry.key !== start) && isLive(entry)) yield entry.key;
    }
    const last = step.at(-1);
    if (last === undefined || step.length < stepEntries) return;
    start = last.key;
    isFirst = false;
  }
}

/** To be called after each write: now and then removes the expired among the next few entries, unwaited for. */
export function createSweeper(database: StoreDatabase, isLive: (entry: LmdbEntry) => boolean): () => void {
  let writes = 0;
  let start = '';

  function sweepStep(): void {
    const step = database.range(start, stepEntries);
    for (const entry of step) if (!isLive(entry)) database.removeSoon(entry.key, entry);
    start = step.length < stepEntries ? '' : (step.at(-1)?.key ?? '');
  }

  return () => {
    writes += 1;
    if (writes % writesPerStep !== 0) return;
    try {
      sweepStep();
    } catch {
      // Housekeeping: whatever is wrong with the file, the caller's next operation meets it too.
    }
  };
}
