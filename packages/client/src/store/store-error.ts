/** The errors that the stores themselves raise. What a database or a connection raises passes through as `cause`. */

/**
 * Why a store refused.
 *
 * - `STORE_TIMEOUT`: no answer in time; a write may still have happened, or happen later.
 * - `STORE_UNAVAILABLE`: the connection is gone, or failed a moment ago and is left alone for now; nothing was sent.
 * - `STORE_TOO_LARGE`: the key or the value is larger than this store can hold.
 * - `STORE_FAILED`: the database answered with an error (full, read-only, damaged …); see `cause`.
 */
export type StoreErrorCode = 'STORE_TIMEOUT' | 'STORE_UNAVAILABLE' | 'STORE_TOO_LARGE' | 'STORE_FAILED';

/** A store could not do what it was asked. The client counts it, and goes on without the store. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
