/**
 * The contract of a store: octets under a key, with compare-and-set. The client builds locks, fenced writes and
 * reservations from it; a store knows nothing about robots.txt.
 */

import type { Reserved, ReserveRequest } from './reservation.ts';

/** What a store has under one key. */
export interface StoredValue {
  value: Uint8Array;
  /** Changes with every write of this key; opaque. */
  version: string;
}

/** How to write a value. */
export interface StoreSetOptions {
  /** The value may be dropped after this many milliseconds, and must not be returned after them. */
  ttlMs: number;
  /** Write only if the key's version equals this; `null`: only if the key is absent. Without it: always. */
  ifVersion?: string | null;
  /** Notifies all watchers of the key after it is written. */
  notify?: boolean;
}

/** Stores octets by key. Every method may reject; the client counts that, and continues without the store. */
export interface Store {
  get(key: string): Promise<StoredValue | undefined>;
  /**
   * Only the version of a key, to avoid reading an unchanged value. A store in this process may answer synchronously.
   * Without it, `get` is used.
   */
  version?(key: string): Promise<string | undefined> | string | undefined;
  /** Resolves to false if `ifVersion` did not match: another writer was first. */
  set(key: string, value: Uint8Array, options: StoreSetOptions): Promise<boolean>;
  delete(key: string): Promise<void>;
  /**
   * The time in epoch milliseconds, by a clock that all users of the store share. Without it, the clocks of the
   * clients are used.
   */
  now?(key: string): Promise<number>;
  /**
   * Takes the next instants of a line in one atomic step. Without it, compare-and-set is used, which is slower the
   * more machines want instants of one origin.
   */
  reserve?(key: string, request: ReserveRequest): Promise<Reserved>;
  /**
   * Calls back after each write of the key with `notify`. Resolves, once no such write is missed, to a function that
   * ends it. If it is missing or rejects, waiters poll.
   */
  watch?(key: string, onNotice: () => void): Promise<() => void>;
  /** All keys that begin with `prefix`, in no particular order. */
  keys?(prefix: string): AsyncIterable<string>;
  close?(): Promise<void>;
}
