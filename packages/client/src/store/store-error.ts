/** Errors raised by the stores themselves. Errors from a database or a connection are passed on as `cause`. */

/**
 * Why a store failed.
 *
 * - `STORE_TIMEOUT`: no answer in time; a write may have happened or may still happen.
 * - `STORE_UNAVAILABLE`: the connection is closed, or is paused after a recent failure; nothing was sent.
 * - `STORE_TOO_LARGE`: the key or the value is too large for this store.
 * - `STORE_SHORT_LIVED`: the store keeps values for a shorter time than was asked for, or did not keep what it accepted.
 * - `STORE_FAILED`: the database answered with an error (full, read-only, damaged …); see `cause`.
 */
export type StoreErrorCode =
  | 'STORE_TIMEOUT'
  | 'STORE_UNAVAILABLE'
  | 'STORE_TOO_LARGE'
  | 'STORE_SHORT_LIVED'
  | 'STORE_FAILED';

/** A store could not do what was requested. The client reports it, and continues without the store. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
