/**
 * Wraps the caller's store. Sets a time limit for each operation, and checks that results conform to the `Store`
 * interface, so that a broken store cannot break a check.
 */

import type { Hop, OriginRecord } from '../policy/origin-record.ts';
import { createGuard } from '../store/guard.ts';
import type { Reserved, ReserveRequest } from '../store/reservation.ts';
import { type Store, StoreError } from '../store/store.ts';

/** The pause after an operation to which the store did not respond. After the pause, one operation tests the store. */
const restMs = 2000;

/** Wraps a store. The methods of the result may reject. */
export function guardedStore(store: Store, timeoutMs: number): Store {
  const options = { name: 'The store', timeoutMs, pauseMs: restMs };
  const { maxTtlMs = Number.POSITIVE_INFINITY } = store;
  // Any timely response counts, even an error; only missing responses suspend the store.
  const guard = createGuard({
    ...options,
    isAnswer: (error) => (error as StoreError).code !== 'STORE_TIMEOUT',
  });
  return {
    maxTtlMs,
    get: (key) => guard.run(async () => checkedValue(await store.get(key))),
    set: (key, value, { ttlMs, ...setOptions }) =>
      guard.run(async () => store.set(key, value, { ...setOptions, ttlMs: Math.min(ttlMs, maxTtlMs) })),
    delete: (key) => guard.run(async () => store.delete(key)),
    ...(store.version && {
      version(key: string) {
        // A suspended store is not called, so that no rejection is left without a handler.
        if (!guard.isOpen()) return guard.run(async () => store.version!(key));
        const version = store.version!(key);
        return typeof version === 'object' ? guard.run(() => version) : version;
      },
    }),
    ...(store.watch && {
      watch: async (key, onNotice) => {
        let watching: Promise<() => void> | undefined;
        try {
          return await guard.run(() => {
            watching = watchQuietly(store, key, onNotice);
            return watching;
          });
        } catch (error) {
          // If the watch starts only after the time limit, it is stopped immediately.
          watching?.then(
            (stop) => stop(),
            () => {},
          );
          throw error;
        }
      },
    }),
    ...(store.reserve && {
      reserve: (key: string, request: ReserveRequest) =>
        guard.run(async () => checkedReserved(await store.reserve!(key, request))),
    }),
    ...(store.now && { now: (key: string) => guard.run(async () => checkedTime(await store.now!(key))) }),
  };
}

/** Watches a key. The returned function ends the watch; it does not throw, and need not be awaited. */
async function watchQuietly(store: Store, key: string, onNotice: () => void): Promise<() => void> {
  const stop: unknown = await store.watch!(key, onNotice);
  if (typeof stop !== 'function') {
    throw new StoreError('STORE_FAILED', 'The store did not return a function that stops the watch');
  }
  return () => {
    void (async () => stop())().catch(() => {});
  };
}

function checkedTime(time: unknown): number {
  if (typeof time === 'number' && Number.isFinite(time)) return time;
  throw new StoreError('STORE_FAILED', 'The store returned a time that is not a finite number');
}

function checkedReserved({ at, now: time }: Reserved): Reserved {
  return { at: checkedTime(at), now: checkedTime(time) };
}

/** Checks a value from the store, and rejects an invalid one, because a broken store must not break a check. */
function checkedValue<Value>(stored: Value): Value {
  const { value, version } = (stored ?? {}) as { value?: unknown; version?: unknown };
  if (stored === undefined || stored === null) return undefined as Value;
  if (value instanceof Uint8Array && typeof version === 'string') return stored;
  throw new StoreError('STORE_FAILED', 'The store returned a value without octets or a version');
}

/** The size of a record's objects without its body, measured on Node 20. */
const objectBytes = 2048;
const hopBytes = 160;

/**
 * An upper estimate of the memory in octets. It counts every string of a record, because servers choose the lengths.
 */
export function recordBytes({ origin, attempt, good }: OriginRecord): number {
  const texts = [
    origin,
    ...attempt.hops.flatMap(hopTexts),
    ...Object.values(attempt.headers),
    ...(good ? [good.finalUrl, ...Object.values(good.headers)] : []),
    ...(attempt.error ? [attempt.error.message] : []),
  ];
  // A character takes at most two octets.
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return objectBytes + hopBytes * attempt.hops.length + 2 * characters + (good?.body.byteLength ?? 0);
}

function hopTexts({ url, location = '', signatureAgent = '' }: Hop): string[] {
  return [url, location, signatureAgent];
}

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
