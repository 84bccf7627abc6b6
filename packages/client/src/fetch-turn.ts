/**
 * Coordinates fetches of an origin among all processes that share a store: the holder of the lock fetches, and the
 * others wait for the record. If the store fails or refuses to write, each process fetches for itself.
 */
import type { EventListener } from './events.ts';
import { lockKey } from './store/keys.ts';
import type { Lock } from './store/lock.ts';
import { waitForLock } from './store/lock-wait.ts';
import type { Store } from './store/store.ts';
import { StoreError } from './store/store-error.ts';

/** The lifetime of a lock without renewal, in real time. After it, other processes know that the holder is dead. */
export const lockTtlMs = 5000;

/** If a lock seems free but cannot be taken this many times in a row, the store is considered read-only. */
const maxRefusals = 8;

/** What to wait for, and how long. */
export interface TurnOptions<Found> {
  origin: string;
  /** The guarded store. */
  store: Store;
  look: () => Promise<Found | undefined>;
  /** The limit in real time, after which this process fetches without a lock. */
  deadlineMs: number;
  signal: AbortSignal;
  emit: EventListener;
}

/**
 * The result of waiting: either another process's record, or this process's turn to fetch. In the latter case, `lock`
 * is absent if the lock could not be obtained.
 */
export type Turn<Found> = { kind: 'there'; value: Found } | { kind: 'ours'; lock?: Lock };

/** @throws The signal's reason if it is aborted; nothing else. */
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

/** Wraps the store, so that a write rejects if the lock has repeatedly seemed free but could not be taken. */
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
