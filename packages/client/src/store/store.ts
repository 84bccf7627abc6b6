/**
 * The contract of a store: octets under a key, with compare-and-set. Locks, fenced writes and reservations
 * are built from it by the client; a store knows nothing of robots.txt.
 */

import type { Reserved, ReserveRequest } from './reservation.ts';

/** What a store holds under one key. */
export interface StoredValue {
  value: Uint8Array;
  /** Changes with every write of this key; opaque. */
  version: string;
}

/** How a value is to be written. */
export interface StoreSetOptions {
  /** The value may be forgotten after this many milliseconds, and must not be returned after them. */
  ttlMs: number;
  /** Write only if the key's version is this one; `null`: only if the key is absent. Left out: always. */
  ifVersion?: string | null;
  /** Notifies all watchers of the key after it is written. */
  notify?: boolean;
}

/** Keeps octets by key. Every method may reject; the client counts that, and goes on without the store. */
export interface Store {
  get(key: string): Promise<StoredValue | undefined>;
  /**
   * The version of a key alone: spares reading a value that has not changed. A store in this process may answer at once.
   * Left out, `get` must do.
   */
  version?(key: string): Promise<string | undefined> | string | undefined;
  /** Resolves to false when `ifVersion` did not hold: somebody else was first. */
  set(key: string, value: Uint8Array, options: StoreSetOptions): Promise<boolean>;
  delete(key: string): Promise<void>;
  /**
   * The time in epoch milliseconds by the clock that everybody who shares the store shares with it. Left out, the clocks
   * of the clients must do.
   */
  now?(key: string): Promise<number>;
  /**
   * Takes the next instants of a line in one step that nobody else's can come between. Left out, compare-and-set must do:
   * slower, the more machines want instants of one origin.
   */
  reserve?(key: string, request: ReserveRequest): Promise<Reserved>;
  /**
   * Calls back after each write of the key that says `notify`. Resolves once no such write is missed, to what ends it.
   * Left out, or rejecting: whoever waits looks again and again.
   */
  watch?(key: string, onNotice: () => void): Promise<() => void>;
  /** All keys that begin with `prefix`, in no particular order. */
  keys?(prefix: string): AsyncIterable<string>;
  close?(): Promise<void>;
}
