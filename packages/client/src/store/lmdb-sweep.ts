/** Walks through an LMDB database in small steps, for listing keys and for removing what has expired. */
import type { LmdbDatabase, LmdbEntry } from './lmdb.ts';
import { lmdbFailure } from './lmdb-failure.ts';

/** Entries per step: below a millisecond, and no read transaction outlives the step. */
const stepEntries = 128;

/** So many writes pay for one step of sweeping; each entry is looked at once in a while, however large the file. */
const writesPerStep = 64;

/** The keys of living entries that begin with `prefix`, in LMDB's order, each once. */
export async function* liveKeys(
  database: LmdbDatabase,
  prefix: string,
  isLive: (entry: LmdbEntry) => boolean,
): AsyncIterable<string> {
  let start = prefix;
  let isFirst = true;
  for (;;) {
    const step = readStep(database, start);
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

/** To be called after each write: now and then removes the expired among the next few entries, without being waited for. */
export function createSweeper(database: LmdbDatabase, isLive: (entry: LmdbEntry) => boolean): () => void {
  let writes = 0;
  let start = '';

  function sweepStep(): void {
    const step = readStep(database, start);
    for (const entry of step) {
      // On the version, or a value written meanwhile would go.
      if (!isLive(entry)) database.remove(entry.key, entry.version).catch(lmdbFailure);
    }
    start = step.length < stepEntries ? '' : (step.at(-1)?.key ?? '');
  }

  return () => {
    writes += 1;
    if (writes % writesPerStep !== 0) return;
    try {
      sweepStep();
    } catch {
      // Sweeping is housekeeping: whatever is wrong with the file, the caller's next operation meets it too.
    }
  };
}

function readStep(database: LmdbDatabase, start: string): (LmdbEntry & { key: string })[] {
  const entries: (LmdbEntry & { key: string })[] = [];
  for (const { key, value, version } of database.getRange({ start, limit: stepEntries })) {
    if (typeof key === 'string') entries.push({ key, value, version });
  }
  return entries;
}
