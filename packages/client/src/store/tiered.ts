/**
 * A small store in memory in front of a shared store. The lower tier decides every compare-and-set; the upper tier
 * serves repeated reads for a short time. If the lower tier fails, the upper tier replaces it for this process only;
 * `counts` reports how often. Values written during the failure are copied down once the lower tier answers again, if
 * it has no value for the key.
 *
 * The upper tier stores only records: a lock or a reservation is useless unless all processes see it. The process that
 * takes an origin's lock must see what the former holder stored. Therefore, after each write to a key of an origin
 * other than its record, the next read of the record goes to the lower tier. A queue of reserved instants has no
 * fallback, because a process that reserves must know when it is on its own.
 */
import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from '../clock.ts';
import { isLineKey, isRecordKey, originOfKey, recordKey } from './keys.ts';
import type { Store, StoredValue, StoreSetOptions } from './store.ts';
import { createLocalTier } from './tiered-local.ts';

/** Counts of operations by tier. */
export interface TieredStoreCounts {
  /** Reads answered by the upper tier alone, as intended. */
  upperHits: number;
  /** Reads answered by the lower tier. */
  lowerReads: number;
  /** Operations of the lower tier that failed. */
  lowerFailures: number;
  /** Reads answered by the upper tier, with or without a value, because the lower tier failed. */
  localReads: number;
  /** Writes to the upper tier because the lower tier failed. */
  localWrites: number;
  /** Values written locally that were copied down later. */
  broughtDown: number;
}

/** An operation of the lower tier. */
export type TieredOperation = 'get' | 'set' | 'delete';

/** Options of a tiered store. */
export interface TieredStoreOptions {
  /** A memory store that nothing else uses. */
  upper: Store;
  /** The shared store, such as LMDB or Redis. */
  lower: Store;
  /**
   * How long a value is served without another read from the lower tier. Newer records from other machines may be seen
   * this much later. Default: 1000 ms.
   */
  freshMs?: number;
  /**
   * How long the upper tier keeps a value as a fallback after it was last seen in the lower tier. Default: 24 hours.
   */
  standInMs?: number;
  /** The clock. Default: the machine's clock. */
  clock?: Clock;
  /** Called for each failure of the lower tier, because callers of the store do not see these failures. */
  onLowerFailure?: (error: unknown, operation: TieredOperation) => void;
}

/** A store with two tiers. */
export interface TieredStore extends Store {
  /** A copy of the counts since the store was created. */
  counts(): TieredStoreCounts;
}

/** Limit on the number of records whose versions are remembered. */
const maxSeen = 100_000;
const defaultFreshMs = 1000;
const defaultStandInMs = 24 * 3600 * 1000;

/**
 * Creates a store with two tiers.
 *
 * @example
 * const store = createTieredStore({ upper: createMemoryStore(), lower: createRedisStore({ client }) });
 */
export function createTieredStore(options: TieredStoreOptions): TieredStore {
  const { lower, clock = systemClock, onLowerFailure } = options;
  const { upper, freshMs = defaultFreshMs, standInMs = defaultStandInMs } = options;
  const local = createLocalTier({ upper, clock, freshMs, standInMs });
  const counts = {
    upperHits: 0,
    lowerReads: 0,
    lowerFailures: 0,
    localReads: 0,
    localWrites: 0,
    broughtDown: 0,
  };

  /** Versions seen in the lower tier, and the time until which they are not read again. */
  const seen = new LRUCache<string, { version: string; freshUntil: number }>({
    maxSize: maxSeen,
    sizeCalculation: () => 1,
  });

  function failed(error: unknown, operation: TieredOperation): void {
    counts.lowerFailures += 1;
    onLowerFailure?.(error, operation);
  }

  async function read(key: string): Promise<StoredValue | undefined> {
    const found = await lower.get(key);
    if (found === undefined && (await bringDown(key))) return lower.get(key);
    seen.delete(key);
    if (found !== undefined && isRecordKey(key)) {
      seen.set(key, { version: found.version, freshUntil: clock.now() + freshMs });
      await local.remember(key, found);
    } else await local.forget(key);
    return found;
  }

  /**
   * Copies a value that was written locally during a failure to the lower tier. Returns false if there is no such
   * value.
   */
  async function bringDown(key: string): Promise<boolean> {
    const pending = await local.pending(key);
    if (pending === undefined) return false;
    const { value, ttlMs } = pending;
    if (await lower.set(key, value, { ttlMs, ifVersion: null })) counts.broughtDown += 1;
    await local.forget(key);
    return true;
  }

  /** Reads a version from the lower tier. If it has not changed, the known version counts as fresh again. */
  async function versionBelow(key: string): Promise<string | undefined> {
    const known = seen.get(key);
    try {
      const version = await lower.version!(key);
      if (known !== undefined && known.version === version) known.freshUntil = clock.now() + freshMs;
      return version;
    } catch (error) {
      failed(error, 'get');
      return known?.version;
    }
  }

  async function write(key: string, value: Uint8Array, setOptions: StoreSetOptions): Promise<boolean> {
    const isWritten = await lower.set(key, value, await local.forLower(key, setOptions));
    seen.delete(recordKey(originOfKey(key)));
    if (!isRecordKey(key)) await local.makeStale(recordKey(originOfKey(key)));
    else if (isWritten) await local.rememberWritten(key, value, setOptions.ttlMs);
    else await local.makeStale(key);
    return isWritten;
  }

  return {
    ...(lower.maxTtlMs !== undefined && { maxTtlMs: lower.maxTtlMs }),
    counts: () => ({ ...counts }),
    async get(key: string): Promise<StoredValue | undefined> {
      const fresh = isRecordKey(key) ? await local.fresh(key) : undefined;
      if (fresh !== undefined) {
        counts.upperHits += 1;
        return fresh;
      }
      try {
        const found = await read(key);
        counts.lowerReads += 1;
        return found;
      } catch (error) {
        failed(error, 'get');
        if (isLineKey(key)) throw error;
        counts.localReads += 1;
        return local.standIn(key);
      }
    },
    async set(key: string, value: Uint8Array, setOptions: StoreSetOptions): Promise<boolean> {
      // Copies the value now, because the tiers copy it only in a later turn of the event loop.
      const octets = new Uint8Array(value);
      try {
        return await write(key, octets, setOptions);
      } catch (error) {
        if (error instanceof RangeError) throw error;
        failed(error, 'set');
        if (isLineKey(key)) throw error;
        counts.localWrites += 1;
        seen.delete(key);
        return local.write(key, octets, setOptions);
      }
    },
    async delete(key: string): Promise<void> {
      seen.delete(key);
      await upper.delete(key);
      await lower.delete(key).catch((error: unknown) => {
        failed(error, 'delete');
        throw error;
      });
    },
    ...(lower.keys && { keys: lower.keys.bind(lower) }),
    ...(lower.version && {
      version(key: string) {
        const known = seen.get(key);
        if (known === undefined || clock.now() >= known.freshUntil) return versionBelow(key);
        counts.upperHits += 1;
        return known.version;
      },
    }),
    ...(lower.now && { now: lower.now.bind(lower) }),
    ...(lower.watch && { watch: lower.watch.bind(lower) }),
    ...(lower.reserve && { reserve: lower.reserve.bind(lower) }),
    async close(): Promise<void> {
      await Promise.all([upper.close?.(), lower.close?.()]);
    },
  };
}
