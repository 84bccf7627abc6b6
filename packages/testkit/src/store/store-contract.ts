/**
 * The requirements for every store, as a list of cases. The cases do not depend on a test runner. A test file runs all
 * of them once per store, and states a reason for each case that it skips.
 *
 * @example
 * for (const { name, skip, run } of storeContract({ open })) {
 *   if (skip === undefined) it(name, run);
 * }
 */
import { compareAndSetCases } from './compare-and-set-cases.ts';
import { keyCases } from './key-cases.ts';
import { lifetimeCases } from './lifetime-cases.ts';
import { modelCases } from './model-cases.ts';
import { noticeCases } from './notice-cases.ts';
import type { OpenedStore, StoreCase } from './store-case.ts';
import { valueCases } from './value-cases.ts';

/** What the suite needs for testing a store. */
export interface StoreContractOptions {
  open(): Promise<OpenedStore>;
  /** Cases to skip: reasons by id. */
  skips?: Readonly<Record<string, string>>;
}

/** A case for a test runner. */
export interface ContractCase {
  name: string;
  skip: string | undefined;
  run(): Promise<void>;
}

const allCases: readonly StoreCase[] = [
  ...valueCases,
  ...compareAndSetCases,
  ...lifetimeCases,
  ...keyCases,
  ...modelCases,
  ...noticeCases,
];

/**
 * The whole contract for one store.
 *
 * @throws {RangeError} If a skip names a case that does not exist, so that lists of skips stay current.
 */
export function storeContract({ open, skips = {} }: StoreContractOptions): ContractCase[] {
  const ids = new Set(allCases.map(({ id }) => id));
  for (const id of Object.keys(skips)) {
    if (!ids.has(id)) throw new RangeError(`Cannot leave out "${id}": no case of the contract has this id`);
  }
  return allCases.map(({ id, title, run }) => ({
    name: `${id}: ${title}`,
    skip: Object.hasOwn(skips, id) ? skips[id] : undefined,
    async run() {
      const opened = await open();
      try {
        await run(opened);
      } finally {
        await opened.close();
      }
    },
  }));
}
