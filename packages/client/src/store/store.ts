/**
 * The contract of a store: it keeps octets under keys and supports compare-and-set. The client builds locks, fenced
 * writes and reservations from it; a store knows nothing about robots.txt.
 */

import type { Reserved, ReserveRequest } from './reservation.ts';

/** The value of a key. */
export interface StoredValue {
  value: Uint8Array;
  /** An opaque text that changes with every write of this key. */
  version: string;
}

/** Options for writing a value. */
export interface StoreSetOptions {
  /** The lifetime in milliseconds: afterwards, the value must not be returned, and may be dropped. */
  ttlMs: number;
  /** Writes only if the key has this version or, if `null`, only if the key is absent. If omitted, always writes. */
  ifVersion?: string | null;
  /** Notifies all watchers of the key after it is written. */
  notify?: boolean;
}

/** Stores octets by key. Every method may reject; the client reports that, and continues without the store. */
export interface Store {
  /** The longest lifetime in milliseconds that the store can keep; the client cuts longer ones. {@default no limit} */
  readonly maxTtlMs?: number;
  get(key: string): Promise<StoredValue | undefined>;
  /**
   * Reads only the version of a key, to avoid reading an unchanged value. A store in this process may answer
   * synchronously. Without this method, the client uses `get`.
   */
  version?(key: string): Promise<string | undefined> | string | undefined;
  /** Resolves to false if `ifVersion` did not match because another writer was first. */
  set(key: string, value: Uint8Array, options: StoreSetOptions): Promise<boolean>;
  delete(key: string): Promise<void>;
  /**
   * The time in epoch milliseconds, by a clock that all users of the store share. Without this method, clients use
   * their own clocks.
   */
  now?(key: string): Promise<number>;
  /**
   * Reserves the next instants of the queue under this key in one atomic step. Without this method, the client uses
   * compare-and-set, which slows down as more machines reserve instants for one origin.
   */
  reserve?(key: string, request: ReserveRequest): Promise<Reserved>;
  /**
   * Calls `onNotice` after each write that sets `notify` for the key. Once no such write can be missed, resolves to a
   * function that ends the watch. If this method is missing or rejects, waiters poll.
   */
  watch?(key: string, onNotice: () => void): Promise<() => void>;
  /** All keys that begin with `prefix`, in no particular order. */
  keys?(prefix: string): AsyncIterable<string>;
  close?(): Promise<void>;
}

/**
 * The lifetime in whole milliseconds, at least 1. It is rounded down, because a value must not be returned after it
 * expires.
 *
 * @throws {RangeError} If the lifetime is not a finite number above 0.
 */
export function wholeTtl(ttlMs: number): number {
  if (!(ttlMs > 0 && Number.isFinite(ttlMs))) {
    throw new RangeError(`Cannot store with ttlMs "${ttlMs}": expected a finite number above 0`);
  }
  return Math.max(1, Math.floor(ttlMs));
}

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
