/**
 * A lock across processes and machines, built only from a store's compare-and-set. It decides who fetches, but does
 * not protect the record. Instead, the fetcher writes the record with the version that it read *after* taking the
 * lock (`ifVersion`), so a holder that lost the lock without noticing cannot overwrite a later record.
 *
 * A lock expires by itself, because the store deletes its record according to the store's own clock. The expiry in the
 * record, according to the holder's clock, is only a fallback for `acquireLock`, which adds one lifetime to allow for
 * clock differences. `waitForLock` does not use this expiry, and trusts only its own monotonic clock.
 */
import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../clock.ts';
import { type Store, type StoredValue, type StoreSetOptions, wholeTtl } from './store.ts';

/** Options for taking a lock. */
export interface LockOptions {
  /** The lifetime in milliseconds. If the lock is not renewed within this time, another process may take it. */
  ttlMs: number;
  /** The clock for the expiry. Default: the machine's clock. */
  clock?: Clock;
}

/** A lock that is held. Every method may reject if the store does. */
export interface Lock {
  readonly key: string;
  /** A unique token, which no other holder ever has. */
  readonly token: string;
  /** Reads from the store whether we still hold the lock. */
  isHeld(): Promise<boolean>;
  /** Restarts the lock's lifetime. Resolves to false if the lock was lost. */
  renew(): Promise<boolean>;
  /** Releases the lock if we still hold it. Resolves to false if it was already lost. */
  release(): Promise<boolean>;
}

/** The lifetime of a released lock's mark: the shortest that a store supports. */
const releasedTtlMs = 1;

/**
 * Takes the lock, or reports immediately that another process holds it.
 *
 * @returns The lock; undefined if another process holds it, or took it first.
 * @throws {RangeError} If `ttlMs` is not a positive finite number.
 */
export async function acquireLock(
  store: Store,
  key: string,
  options: LockOptions,
): Promise<Lock | undefined> {
  const { clock = systemClock } = options;
  const current = await store.get(key);
  const isHeld = current !== undefined && !isFreeLock(current) && !hasOutlived(current, clock.now());
  if (isHeld) return undefined;
  return takeLock(store, key, current, options);
}

/**
 * Takes the lock from the holder in `current`, even if the lock has not expired, unless the lock's record has changed
 * since it was read.
 */
export async function takeLock(
  store: Store,
  key: string,
  current: StoredValue | undefined,
  options: LockOptions,
): Promise<Lock | undefined> {
  const { clock = systemClock } = options;
  const ttlMs = wholeTtl(options.ttlMs);
  const token = randomUUID();
  const value = encodeLockRecord({ token, ttlMs, expiresAt: clock.now() + ttlMs });
  const isFirst = await store.set(key, value, { ttlMs, ifVersion: current?.version ?? null });
  return isFirst ? heldLock(store, key, token, { ttlMs, clock }) : undefined;
}

/** Whether the lock is free according to this record. An unreadable record does not protect a lock. */
export function isFreeLock(current: StoredValue): boolean {
  const record = decodeLockRecord(current.value);
  return record === undefined || record.token === '';
}

/** Whether the store should have deleted the record long ago. */
function hasOutlived(current: StoredValue, now: number): boolean {
  const record = decodeLockRecord(current.value);
  return record !== undefined && now >= record.expiresAt + record.ttlMs;
}

function heldLock(store: Store, key: string, token: string, { ttlMs, clock }: Required<LockOptions>): Lock {
  // Operations run in sequence, because a concurrent renewal would make the compare-and-set of the release fail.
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = last.then(step, step);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function ours(): Promise<StoredValue | undefined> {
    const current = await store.get(key);
    return current && decodeLockRecord(current.value)?.token === token ? current : undefined;
  }

  async function replace(value: Uint8Array, options: Omit<StoreSetOptions, 'ifVersion'>): Promise<boolean> {
    const current = await ours();
    return current !== undefined && store.set(key, value, { ...options, ifVersion: current.version });
  }

  return {
    key,
    token,
    isHeld: () => inTurn(async () => (await ours()) !== undefined),
    renew: () =>
      inTurn(() => replace(encodeLockRecord({ token, ttlMs, expiresAt: clock.now() + ttlMs }), { ttlMs })),
    release: () =>
      inTurn(() =>
        replace(encodeLockRecord({ token: '', ttlMs: releasedTtlMs, expiresAt: 0 }), {
          ttlMs: releasedTtlMs,
          notify: true,
        }),
      ),
  };
}

/** The number of renewals per lifetime. One failed renewal does not lose the lock. */
const renewalsPerLifetime = 3;

/**
 * Runs `work` while renewing the lock, then releases the lock, even if the work failed. A failed renewal is retried at
 * the next interval. A lost lock is not taken again.
 */
export async function whileLocked<T>(lock: Lock, ttlMs: number, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    lock.renew().then(
      (isOurs) => {
        if (!isOurs) clearInterval(timer);
      },
      () => undefined,
    );
  }, ttlMs / renewalsPerLifetime);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // The work is done and its result is stored. If the lock cannot be released, it expires.
    await lock.release().catch(() => false);
  }
}

/** The holder of a lock, and its expiry. An empty token means that the lock was released. */
interface LockRecord {
  token: string;
  ttlMs: number;
  /** Epoch milliseconds by the holder's clock. */
  expiresAt: number;
}

const format = 'robots-lock/1';

/** Limit on the length of a lock record in octets. Longer values are not parsed. */
const maxRecordBytes = 256;

function encodeLockRecord({ token, ttlMs, expiresAt }: LockRecord): Uint8Array {
  return new TextEncoder().encode(`${format} ${token} ${ttlMs} ${expiresAt}`);
}

/** Decodes a lock record; undefined if the octets do not have this format. */
export function decodeLockRecord(octets: Uint8Array): LockRecord | undefined {
  if (octets.byteLength > maxRecordBytes) return undefined;
  const [name, token, ttl, expiry, ...rest] = new TextDecoder().decode(octets).split(' ');
  const ttlMs = Number(ttl);
  const expiresAt = Number(expiry);
  if (name !== format || token === undefined || rest.length > 0) return undefined;
  return Number.isSafeInteger(ttlMs) && Number.isFinite(expiresAt) ? { token, ttlMs, expiresAt } : undefined;
}
