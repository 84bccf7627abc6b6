/** Closes an LMDB root within a time limit: after a failed disk write, lmdb would wait for that write for ever. */
import { requireRange } from '../misuse.ts';
import { within } from '../within.ts';

/** The root to close: `open({ path })` of the package `lmdb` returns one. */
export interface ClosableLmdbRoot {
  close(): PromiseLike<unknown> | undefined;
}

/** How long an LMDB root may take to close. */
export interface CloseLmdbOptions {
  /** Real time in milliseconds. Default: 2000. */
  withinMs?: number;
}

/** The maximum delay of a timer. */
const longestMs = 2 ** 31 - 1;

/**
 * Closes an LMDB root, waiting at most this long. Committed data is on disk either way.
 *
 * @returns Whether lmdb has closed it. Never rejects because of lmdb.
 * @throws {RangeError} If `withinMs` is not a number from 0 to 2,147,483,647.
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
