/** One case of the contract that every store keeps, and what it is run on. */
import type { Store } from '@robots-exclusion/client';

/** A store opened for one case, empty. */
export interface OpenedStore {
  store: Store;
  /** A second store object on the same data, as another process would have it. */
  second?: Store;
  /** Lets time pass for the store's lifetimes: a settable clock moved on, or real waiting. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** One demand on a store. */
export interface StoreCase {
  /** Stays the same; skips refer to it. */
  id: string;
  /** What the store does, in words. */
  title: string;
  run(opened: OpenedStore): Promise<void>;
}
