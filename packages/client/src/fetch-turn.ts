/**
 * Whose turn it is to fetch an origin, among all processes that share a store: whoever holds the lock fetches, the
 * others wait for the record. A store that fails or refuses costs the sharing, never the answer.
 */
import type { EventListener } from './events.ts';
import { lockKey } from './store/keys.ts';
import type { Lock } from './store/lock.ts';
import { waitForLock } from './store/lock-wait.ts';
import type { Store } from './store/store.ts';
import { StoreError } from './store/store-error.ts';

/** How long a lock lives without renewal: a dead holder is noticed after that. Real time. */
export const lockTtlMs = 5000;

/** A lock that seems free and cannot be taken so many times in a row is a store that does not write. */
const maxRefusals = 8;

/** What to wait for, and how long. */
export interface TurnOptions<Found> {
  origin: string;
  /** The guarded store. */
  store: Store;
  look: () => Promise<Found | undefined>;
  /** Real time; after it the turn is ours without a lock. */
  deadlineMs: number;
  signal: AbortSignal;
  emit: EventListener;
}

/** Either somebody else's answer, or our turn: with the lock, or without one where there can be none. */
export type Turn<Found> = { kind: 'there'; value: Found } | { kind: 'ours'; lock?: Lock };

/**
 * @throws The signal's reason when it is aborted; nothing else.
 */
export async function takeTurn<Found>(options: TurnOptions<Found>): Promise<Turn<Found>> {
  const { origin, store, look, deadlineMs, signal, emit } = options;
  try {
    const wait = await waitForLock(writable(store), lockKey(origin), {
      ttlMs: lockTtlMs,
      look,
      deadlineMs,
      signal,
    });
    const { waitedMs, by } = wait;
    if (by !== undefined) emit({ type: 'lock-wait', origin, waitedMs, end: wait.kind, by });
    if (wait.kind === 'there') return { kind: 'there', value: wait.value };
    return wait.kind === 'locked' ? { kind: 'ours', lock: wait.lock } : { kind: 'ours' };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    emit({ type: 'store-error', operation: 'lock', key: lockKey(origin), error });
    return { kind: 'ours' };
  }
}

/** Rejects when a lock cannot be taken though nobody is seen to hold it, again and again. */
function writable(store: Store): Store {
  let refusals = 0;
  return {
    get: store.get,
    delete: store.delete,
    ...(store.watch && { watch: store.watch }),
    async set(key, value, options) {
      const isTaken = await store.set(key, value, options);
      refusals = isTaken ? 0 : refusals + 1;
      if (refusals < maxRefusals) return isTaken;
      throw new StoreError('STORE_FAILED', `The store refused to write "${key}" ${refusals} times`);
    },
  };
}
