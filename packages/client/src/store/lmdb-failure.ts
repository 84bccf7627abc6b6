/** What lmdb throws, as an error of ours. */
import { StoreError } from './store-error.ts';

/**
 * Wraps an error of lmdb. A failed commit carries its reason as a promise of its own, which rejects: it is taken
 * hold of here, or it would end the process as an unhandled rejection.
 */
export function lmdbFailure(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const failure = new StoreError('STORE_FAILED', `LMDB failed: ${messageOf(error)}`, error);
  const reason = (error as { commitError?: unknown } | undefined)?.commitError;
  if (reason instanceof Promise) reason.catch((cause: unknown) => explain(failure, cause));
  return failure;
}

function explain(failure: StoreError, cause: unknown): void {
  failure.message = `LMDB failed: ${messageOf(cause)}`;
  failure.cause = cause;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
