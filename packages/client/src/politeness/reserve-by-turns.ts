/** Reserves times in a store that supports only compare-and-set, by retrying until a write succeeds. */

import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { moveLine, type Reserved, type ReserveRequest } from '../store/reservation.ts';
import { type Store, StoreError } from '../store/store.ts';

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

interface Unused {
  /** In epoch milliseconds. */
  readonly at: number;
  /** The distance to the neighboring reserved times. */
  readonly delayMs: number;
}

interface Wanted {
  readonly delayMs: number;
  /** The earliest usable time in epoch milliseconds. */
  readonly notBefore: number;
  readonly now: number;
  readonly count: number;
}

/** Remembers returned times until they pass. */
export class UnusedInstants {
  readonly #unused: LRUCache<string, Unused[]>;

  constructor(maxKeys: number) {
    this.#unused = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 });
  }

  giveBack(key: string, instant: Unused): void {
    const unused = this.#unused.get(key);
    if (unused) unused.push(instant);
    else this.#unused.set(key, [instant]);
  }

  /** Removes and returns the wanted times, earliest first. */
  take(key: string, { delayMs, notBefore, now, count }: Wanted): number[] {
    const unused = this.#unused.get(key);
    if (!unused) return [];
    const ahead = unused.filter(({ at }) => at > now).sort((a, b) => a.at - b.at);
    const fit = ahead.filter((instant) => instant.delayMs === delayMs && instant.at >= notBefore);
    const taken = new Set(fit.slice(0, count));
    const left = ahead.filter((instant) => !taken.has(instant));
    if (left.length > 0) this.#unused.set(key, left);
    else this.#unused.delete(key);
    return Array.from(taken, ({ at }) => at);
  }
}
