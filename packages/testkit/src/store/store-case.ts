/** A case of the contract that every store must satisfy, and the store on which it runs. */
import type { Store } from '@robots-exclusion/client';

export interface OpenedStore {
  store: Store;
  /** A second store object on the same data, like that of another process. */
  second?: Store;
  /** Lets time pass for the store's lifetimes: advances a clock, or really waits. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

export interface StoreCase {
  /** The permanent id of the case; skips refer to it. */
  id: string;
  /** What the store does, in words. */
  title: string;
  run(opened: OpenedStore): Promise<void>;
}
