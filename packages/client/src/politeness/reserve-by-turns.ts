/** Reserves times in a store that supports only compare-and-set, by retrying until a write succeeds. */
import type { Clock } from '../clock.ts';
import { moveLine, type Reserved, type ReserveRequest } from '../store/reservation.ts';
import type { Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';

/** Dependencies of the retry loop. */
export interface TurnsOptions {
  clock: Clock;
  /** Whether any caller is still waiting; called between two tries. */
  isWanted: () => boolean;
}

/**
 * The upper bounds of the first and of the longest pause between two tries. Each pause is a random fraction of its
 * upper bound.
 */
const firstPauseMs = 2;
const longestPauseMs = 250;

/** A store that refuses this many writes in a row, although the version has not changed, is considered read-only. */
const maxRefusals = 8;

/**
 * Reserves times by compare-and-set. In each round of competing writes, one caller succeeds, so all callers succeed
 * eventually. Every time that a caller gets has been written to the store.
 *
 * @throws The store's error, or a {@link StoreError} if the store does not accept writes.
 */
export async function reserveByCompareAndSet(
  store: Store,
  key: string,
  request: ReserveRequest,
  { clock, isWanted }: TurnsOptions,
): Promise<Reserved> {
  let refused: string | null | undefined;
  let refusals = 0;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const current = await store.get(key);
    const version = current?.version ?? null;
    const moved = moveLine(current?.value, request, clock.now());
    if (await store.set(key, moved.octets, { ttlMs: moved.ttlMs, ifVersion: version })) return moved;
    refusals = refused === version ? refusals + 1 : 1;
    refused = version;
    if (refusals >= maxRefusals || !isWanted()) {
      throw new StoreError('STORE_FAILED', `Cannot reserve: the store refused ${refusals} writes in a row`);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMs));
  }
}
