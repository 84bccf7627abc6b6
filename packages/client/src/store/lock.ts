/**
 * A lock across processes and machines, built from a store's compare-and-set and nothing else. It says who is to
 * fetch; it does not protect what is written: whoever fetched writes the record with the version read *after* the lock
 * was taken (`ifVersion`), so that a holder who lost the lock without noticing cannot overwrite a later record.
 *
 * A lock ends by itself after its time: the store forgets its record, by the store's own clock. The record's expiry,
 * by the holder's clock, is only a second net for `acquireLock`, stretched by one more lifetime against clocks that
 * differ; `waitForLock` does without, and trusts no clock but its own monotonic one.
 */
import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../clock.ts';
import { decodeLockRecord, encodeLockRecord } from './lock-record.ts';
import type { Store, StoredValue, StoreSetOptions } from './store.ts';
import { wholeTtl } from './ttl.ts';

/** How a lock is taken. */
export interface LockOptions {
  /** After this many milliseconds without `renew`, somebody else may have it. */
  ttlMs: number;
  /** Default: the machine's clock. */
  clock?: Clock;
}

/** A lock that is held. Every method may reject when the store does. */
export interface Lock {
  readonly key: string;
  /** Ours alone; nobody else ever had or will have it. */
  readonly token: string;
  /** Whether the store still names us, read from the store. */
  isHeld(): Promise<boolean>;
  /** Begins the lock's time anew. False: it was lost. */
  renew(): Promise<boolean>;
  /** Gives the lock back, if it is still ours. False: it was lost before. */
  release(): Promise<boolean>;
}

/** How long the mark of a released lock stays: only as short as a store can make it. */
const releasedTtlMs = 1;

/**
 * Takes the lock, or says at once that somebody else has it.
 *
 * @returns Undefined when somebody else has it, or was faster.
 * @throws {RangeError} If `ttlMs` is not a finite number above 0.
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

/** Takes the lock from the holder of `current`, whatever that record says, unless it has changed since it was read. */
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

/** Whether nobody holds the lock that this record stands for. An unreadable record guards nothing. */
export function isFreeLock(current: StoredValue): boolean {
  const record = decodeLockRecord(current.value);
  return record === undefined || record.token === '';
}

/** Whether the store should have forgotten the record long ago. */
function hasOutlived(current: StoredValue, now: number): boolean {
  const record = decodeLockRecord(current.value);
  return record !== undefined && now >= record.expiresAt + record.ttlMs;
}

function heldLock(store: Store, key: string, token: string, { ttlMs, clock }: Required<LockOptions>): Lock {
  // One after another, or a renewal under way would make the release lose its compare-and-set.
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
