/** Converts an error from lmdb to a {@link StoreError}. */
import { constants } from 'node:os';
import { StoreError } from './store-error.ts';

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
export function lmdbFailure(error: unknown): StoreError {
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
