/** Closes an LMDB root within a time limit, because lmdb would wait forever for a failed disk write. */
import { requireRange } from '../misuse.ts';
import { within } from '../within.ts';

/** The root to close, as returned by `open({ path })` of the package `lmdb`. */
export interface ClosableLmdbRoot {
  close(): PromiseLike<unknown> | undefined;
}

/** Options for closing an LMDB root. */
export interface CloseLmdbOptions {
  /** The time limit in milliseconds of real time. Default: 2000. */
  withinMs?: number;
}

/** The maximum delay of a timer. */
const longestMs = 2 ** 31 - 1;

/**
 * Closes an LMDB root, and waits for at most `withinMs`. Committed data is on disk even if the time limit is exceeded.
 *
 * @returns Whether lmdb has closed the root. An error from lmdb never causes a rejection.
 * @throws {RangeError} If `withinMs` is not a number between 0 and 2,147,483,647.
 * @example
 * const isClosed = await closeLmdb(root, { withinMs: 500 });
 */
export async function closeLmdb(root: ClosableLmdbRoot, options: CloseLmdbOptions = {}): Promise<boolean> {
  const { withinMs = 2000 } = options;
  requireRange('withinMs', withinMs, 0, longestMs);
  try {
    await within(Promise.resolve(root.close()), { ms: withinMs, timeout: () => new Error('late') });
    return true;
  } catch {
    return false;
  }
}
