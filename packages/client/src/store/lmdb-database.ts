/**
 * The store's database in an LMDB root. Converts every failure to a {@link StoreError}, and handles every rejection.
 */

import { constants } from 'node:os';
import type { LmdbDatabase, LmdbEntry, LmdbRoot } from './lmdb-root.ts';
import { StoreError } from './store.ts';

/**
 * The operations that the store needs. If they fail, all except `removeSoon` throw or reject with a {@link StoreError}.
 */
export interface StoreDatabase {
  find(key: string): LmdbEntry | undefined;
  put(key: string, value: Uint8Array, version: number, ifVersion?: number | null): Promise<boolean>;
  /** Passes the current entry to `next` and writes the result, in one transaction. */
  replace<Made extends { value: Uint8Array }>(
    key: string,
    version: number,
    next: (entry: LmdbEntry | undefined) => Made,
  ): Promise<Made>;
  remove(key: string): Promise<unknown>;
  /**
   * Removes the entry unless it has changed in the meantime. The caller does not wait for the removal, which may fail.
   */
  removeSoon(key: string, entry: LmdbEntry): void;
  /** Returns up to `limit` entries, beginning at `start`. */
  range(start: string, limit: number): (LmdbEntry & { key: string })[];
}

/** The maximum length of a key in octets. LMDB's own limit is 1978 octets for pages of 4 KiB. */
const maxKeyBytes = 1900;

export function openDatabase(root: LmdbRoot, name: string): StoreDatabase {
  let opened: LmdbDatabase | undefined;

  /**
   * The database; undefined if the root is read-only and nothing has been stored yet. A later call may return a
   * database, so `undefined` is not cached.
   */
  function database(): LmdbDatabase | undefined {
    opened ??= root.openDB({ name, encoding: 'binary', useVersions: true, cache: false });
    return opened;
  }

  function remove(key: string, ifVersion?: number): Promise<boolean> {
    const writable = database();
    if (!writable?.remove) throw readOnly();
    const removing = writable.remove.bind(writable);
    return committing(writable, () => removing(key, ifVersion));
  }

  database();
  return {
    find(key) {
      requireUsable(key);
      return failing(() => database()?.getEntry(key));
    },
    async put(key, value, version, ifVersion) {
      requireUsable(key);
      const writable = failing(database);
      if (!writable?.put) throw readOnly();
      const putting = writable.put.bind(writable);
      return committing(writable, () => putting(key, value, version, ifVersion)).catch(raise);
    },
    async replace(key, version, next) {
      requireUsable(key);
      const writable = failing(database);
      const { put, transaction } = writable ?? {};
      if (!writable || !put || !transaction) throw readOnly();
      const change = () => {
        const made = next(writable.getEntry(key));
        // Within a transaction, `put` takes effect immediately; its promise settles with the transaction.
        put.call(writable, key, made.value, version).catch(lmdbFailure);
        return made;
      };
      return committing(
        writable,
        () => transaction.call(writable, change) as ReturnType<typeof transaction<ReturnType<typeof change>>>,
      ).catch(raise);
    },
    async remove(key) {
      requireUsable(key);
      return failing(() => remove(key)).catch(raise);
    },
    removeSoon(key, { version }) {
      // Without a version, the removal could delete a value that was written in the meantime.
      if (version === undefined) return;
      try {
        remove(key, version).catch(lmdbFailure);
      } catch {
        // The entry has expired, so readers ignore it even if it cannot be removed.
      }
    },
    range: (start, limit) => failing(() => readRange(database(), start, limit)),
  };
}

function readRange(
  database: LmdbDatabase | undefined,
  start: string,
  limit: number,
): (LmdbEntry & { key: string })[] {
  const entries: (LmdbEntry & { key: string })[] = [];
  for (const { key, value, version } of database?.getRange({ start, limit, versions: true }) ?? []) {
    if (typeof key === 'string') entries.push({ key, value, version });
  }
  return entries;
}

/**
 * Writes, and also handles the promise of the commit itself, which lmdb creates one turn of the event loop after the
 * write. If the commit fails, that promise rejects too, and nothing else would handle the rejection. lmdb drops the
 * promise when the next write begins, which may be too early for us, so we also look for the promise before each write.
 */
function committing<T>(database: LmdbDatabase, write: () => Promise<T>): Promise<T> {
  handleCommit(database);
  const written = write();
  setImmediate(() => handleCommit(database));
  return written;
}

function handleCommit({ committed }: LmdbDatabase): void {
  // The first argument is required: if no commit is in progress, lmdb calls it without checking that it is a function.
  committed?.then(() => {}, lmdbFailure);
}

function requireUsable(key: string): void {
  const bytes = Buffer.byteLength(key);
  if (bytes > 0 && bytes <= maxKeyBytes) return;
  throw new StoreError(
    'STORE_TOO_LARGE',
    `Cannot use a key of ${bytes} octets: expected 1 to ${maxKeyBytes}`,
  );
}

function readOnly(): StoreError {
  return new StoreError('STORE_FAILED', 'LMDB failed: it is opened read-only');
}

function failing<T>(operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    throw lmdbFailure(error);
  }
}

function raise(error: unknown): never {
  throw lmdbFailure(error);
}

/** Reasons for which a disk rejects a write, by the system's error number. */
const reasons: ReadonlyMap<unknown, string> = new Map([
  [constants.errno.ENOSPC, 'the disk is full (ENOSPC)'],
  [constants.errno.EDQUOT, 'the disk quota is exhausted (EDQUOT)'],
  [constants.errno.EFBIG, 'the file may not grow further (EFBIG)'],
  // lmdb also reports EIO for an incomplete write.
  [constants.errno.EIO, 'the disk failed or is full (EIO)'],
  [constants.errno.EROFS, 'the disk is read-only (EROFS)'],
]);

const failedCommits = new WeakSet<object>();

/**
 * Wraps an error from lmdb. The error for a failed commit carries a promise that rejects with the reason. The promise
 * is handled here; otherwise, it would end the process as an unhandled rejection.
 */
function lmdbFailure(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const failure = new StoreError('STORE_FAILED', `LMDB failed: ${messageOf(error)}`, error);
  const { commitError, code } = (error ?? {}) as { commitError?: unknown; code?: unknown };
  if (commitError instanceof Promise || reasons.has(code)) failedCommits.add(failure);
  if (commitError instanceof Promise) commitError.catch((cause: unknown) => explain(failure, cause));
  return failure;
}

/** Whether the disk rejected a write. If so, the next write would probably fail as well. */
export function isFailedCommit(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failedCommits.has(error);
}

function explain(failure: StoreError, cause: unknown): void {
  failure.message = `LMDB failed: ${messageOf(cause)}`;
  failure.cause = cause;
}

function messageOf(error: unknown): string {
  const reason = reasons.get((error as { code?: unknown } | undefined)?.code);
  return reason ?? (error instanceof Error ? error.message : String(error));
}
