/** Walks through the contract of all stores with one of them. */
import { type Needs, type OpenedStore, storeContract } from '@robots-exclusion/testkit';
import { describe, it } from 'vitest';

/** What a walk may set aside. */
export interface ContractOptions {
  /** Cases that do not hold of this store, by their id, each with its reason. */
  skips?: Record<string, string>;
  /** What the store needs of the machine. */
  needs?: Needs;
}

/** Describes a store by the contract; `open` gives an empty one for each case. */
export function contract(
  name: string,
  open: () => Promise<OpenedStore>,
  { skips = {}, needs }: ContractOptions = {},
): void {
  describe(name, needs ?? {}, () => {
    for (const { name: title, skip, run } of storeContract({ open, skips })) {
      if (skip === undefined) it(title, run);
    }
  });
}
