/** Walks through an LMDB database in small steps, to list keys and remove expired values. */

import type { StoreDatabase } from './lmdb-database.ts';
import type { LmdbEntry } from './lmdb-root.ts';

/** The number of entries per step. A step takes less than a millisecond, and no read transaction outlives it. */
const stepEntries = 128;

/** The number of writes between sweeping steps. About two entries are checked for each write. */
const writesPerStep = 64;

/** The keys of unexpired entries that begin with `prefix`, in LMDB's order, without duplicates. */
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

/**
 * Creates a function to call after each write. Once per `writesPerStep` calls, the function checks the next
 * `stepEntries` entries and removes the expired ones. It does not wait for the removals.
 */
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
      // The error is ignored: if the file is faulty, the caller's next operation encounters the fault as well.
    }
  };
}
