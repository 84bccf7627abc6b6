/** Tests one store against the common contract of all stores. */
import { type Needs, type OpenedStore, storeContract } from '@robots-exclusion/testkit';
import { describe, it } from 'vitest';

export interface ContractOptions {
  /** Cases that do not apply to this store, by id, each with its reason. */
  skips?: Record<string, string>;
  /** What the store requires from the machine. */
  needs?: Needs;
}

/** Tests a store against the contract. For each case, `open` returns an empty store. */
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
