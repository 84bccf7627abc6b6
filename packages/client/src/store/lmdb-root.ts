/**
 * The part of the package `lmdb` that the store uses. The caller passes an opened root, and the store never imports
 * the package.
 */
import { requireRange } from '../misuse.ts';
import { within } from '../within.ts';

/** The parts of an opened lmdb root that the store needs, as returned by `open({ path })` of the package `lmdb`. */
export interface LmdbRoot {
  /**
   * The path of the root's file, where free disk space is checked. Without the path, the store notices a full disk only
   * when a write fails.
   */
  readonly path?: string;
  /** Opens a database; undefined if the root is read-only and has no such database. */
  openDB(options: LmdbDatabaseOptions): LmdbDatabase | undefined;
  readerCheck?(): unknown;
}

/** How the store opens its database. */
export interface LmdbDatabaseOptions {
  name: string;
  encoding: 'binary';
  useVersions: true;
  cache: false;
}

/** The parts of an lmdb database that the store needs. */
export interface LmdbDatabase {
  getEntry(key: string): LmdbEntry | undefined;
  /**
   * Resolves to false if `ifVersion` did not match; null matches only a missing key. Absent if the root is read-only.
   */
  put?(key: string, value: Uint8Array, version: number, ifVersion?: number | null): Promise<boolean>;
  remove?(key: string, ifVersion?: number): Promise<boolean>;
  /** Runs the action in a write transaction that excludes all other processes. Absent if the root is read-only. */
  transaction?<Result>(action: () => Result): Promise<Result>;
  /** Settles in the same way as the last commit. */
  readonly committed?: PromiseLike<unknown>;
  getRange(options: { start: string; limit: number; versions: true }): Iterable<LmdbEntry & { key: unknown }>;
}

/** A value with its version, as stored in LMDB. */
export interface LmdbEntry {
  value: Uint8Array;
  version?: number | undefined;
}

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
