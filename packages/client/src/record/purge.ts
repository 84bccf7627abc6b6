/**
 * Removes a record from a store. Processes keep copies of the records that they read, and restore records that the
 * store has lost. Therefore, a mark is stored in place of the record, which shows that it was removed deliberately:
 * `robots-purged/1 TIME` in ASCII.
 */

import { defaultLifetimes } from '../policy/lifetime.ts';
import { copyLifetimeMs } from '../policy/settle.ts';
import { recordKey } from '../store/keys.ts';
import type { Store } from '../store/store.ts';

const format = 'robots-purged/1';
const maxMarkBytes = 64;

/** The lifetime of a mark, which is as long as any process may hold a usable copy. */
const markTtlMs = copyLifetimeMs(defaultLifetimes);

/**
 * Removes the record of an origin (`scheme://host[:port]`) from a store. Processes that share the store and have a copy
 * of the record drop their copies. The next check fetches robots.txt without validators.
 *
 * @returns Whether there was a record.
 * @example
 * await purgeRecord(store, 'https://example.com');
 */
export async function purgeRecord(store: Store, origin: string): Promise<boolean> {
  const key = recordKey(origin);
  const stored = await store.get(key);
  const at = (await store.now?.(key)) ?? Date.now();
  await store.set(key, new TextEncoder().encode(`${format} ${at}`), { ttlMs: markTtlMs });
  return stored !== undefined && purgedAt(stored.value) === undefined;
}

/** The time at which a record was removed, by the store's clock; undefined if these octets are not a mark. */
export function purgedAt(octets: Uint8Array): number | undefined {
  if (octets.byteLength > maxMarkBytes) return undefined;
  const [name, at, ...rest] = new TextDecoder().decode(octets).split(' ');
  const time = Number(at);
  return name === format && rest.length === 0 && Number.isFinite(time) ? time : undefined;
}

/** Whether a record was removed deliberately and no record has been written since. */
export async function isPurged(store: Store, origin: string): Promise<boolean> {
  const stored = await store.get(recordKey(origin));
  return stored !== undefined && purgedAt(stored.value) !== undefined;
}
