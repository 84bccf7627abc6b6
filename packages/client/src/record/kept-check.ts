/** Finds stores that keep values for a shorter time than they were asked to, or that lose what they accept. */
import type { Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';

const dayMs = 24 * 3600 * 1000;

/** Whether the store keeps the value that it has accepted under this key for this lifetime. */
export type KeptCheck = (key: string, ttlMs: number) => Promise<boolean>;

/**
 * Reads back only the first value of each lifetime in days, because a store that takes a lifetime for another one does
 * so each time.
 *
 * @param tell Called once.
 */
export function createKeptCheck(store: Store, tell: (key: string, error: StoreError) => void): KeptCheck {
  const { maxTtlMs = Number.POSITIVE_INFINITY } = store;
  let provenDays = 0;
  let isTold = false;
  const tellOnce = (key: string, message: string): void => {
    if (!isTold) tell(key, new StoreError('STORE_SHORT_LIVED', message));
    isTold = true;
  };
  return async (key, ttlMs) => {
    if (ttlMs > maxTtlMs) tellOnce(key, `The store keeps values for ${maxTtlMs / dayMs} days at most`);
    const days = Math.ceil(Math.min(ttlMs, maxTtlMs) / dayMs);
    if (days <= provenDays) return true;
    const isKept = (await store.get(key)) !== undefined;
    if (isKept) provenDays = days;
    else tellOnce(key, `The store accepted a value for ${days} days, but does not return it`);
    return isKept;
  };
}
