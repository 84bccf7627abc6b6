/**
 * Waits for a fetch by another process: checks for the result, otherwise tries the lock, otherwise checks again when
 * the lock is released, until the result is there, the lock is ours, or the deadline has passed. A store that cannot
 * report releases is polled at growing intervals.
 *
 * A dead holder keeps its lock until the store forgets it. If the store's clock was set back, that could take long;
 * so a waiter that has seen the same lock record for longer than its lifetime, by its own monotonic clock, takes it
 * over.
 */
import { unlessAborted } from '../within.ts';
import { type Bell, hangBell, type WokenBy } from './bell.ts';
import { isFreeLock, type Lock, type LockOptions, takeLock } from './lock.ts';
import { decodeLockRecord } from './lock-record.ts';
import type { Store, StoredValue } from './store.ts';

/** What to wait for, and how long. */
export interface LockWaitOptions<T> extends LockOptions {
  /** Checks for the result. Called before each try for the lock, and once more after it was taken. */
  look: () => Promise<T | undefined>;
  /** Real time from now; the last check is at its end. */
  deadlineMs: number;
  /** Ends the wait at once; leaves nothing behind, including the lock. */
  signal?: AbortSignal;
}

/** How a wait ended, how long it took, and what woke it: undefined if no other process had the lock. */
export type LockWait<T> = { waitedMs: number; by: WokenBy | undefined } & (
  | { kind: 'there'; value: T }
  | { kind: 'locked'; lock: Lock }
  | { kind: 'too-late' }
);

/**
 * Polling intervals in milliseconds, if the store does not report changes: short at first, because most answers come
 * quickly.
 */
const firstPauseMs = 10;
const longestPauseMs = 1000;
const pauseGrowth = 1.5;

/**
 * Waits until `look` finds something or the lock is ours.
 *
 * @throws The signal's reason when it is aborted, and whatever the store or `look` rejects with.
 */
export async function waitForLock<T>(
  store: Store,
  key: string,
  options: LockWaitOptions<T>,
): Promise<LockWait<T>> {
  const { look, deadlineMs, signal } = options;
  const startedAt = performance.now();
  const waited = (): number => performance.now() - startedAt;
  const tryForLock = persistentTaker(store, key, options);
  let bell: Bell | undefined;
  try {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * pauseGrowth, longestPauseMs)) {
      const value = await unlessAborted(look(), signal);
      const common = { waitedMs: waited(), by: bell && (bell.by() ?? 'polling') };
      if (value !== undefined) return { kind: 'there', value, ...common };
      const { lock, isHeld } = await unlessAborted(tryForLock(), signal, (late) => releaseQuietly(late.lock));
      if (lock !== undefined) {
        const left = await lookOnceMore(lock, options);
        const by = common.by;
        return left === undefined
          ? { kind: 'locked', lock, waitedMs: waited(), by }
          : { kind: 'there', value: left, waitedMs: waited(), by };
      }
      if (common.waitedMs >= deadlineMs) return { kind: 'too-late', ...common };
      bell ??= hangBell(store, key);
      // A lock that was free but refused needs no release.
      const restMs = restOf(isHeld ? bell.by() : 'polling', pauseMs, options.ttlMs);
      await bell.wait(Math.max(0, Math.min(restMs, deadlineMs - waited())), signal);
    }
  } finally {
    bell?.close();
  }
}

/**
 * How long to wait if nothing wakes us; partly random, so that waiters do not poll the store at the same instants.
 */
function restOf(by: WokenBy | undefined, pauseMs: number, ttlMs: number): number {
  // A dead holder sends no notification, so the wait ends when the lock expires.
  if (by === 'notice') return ttlMs * (1 + Math.random() / 5);
  return (by === 'polling' ? pauseMs : longestPauseMs) * (0.5 + Math.random() / 2);
}

/** The former holder may have stored its answer between our check and our taking of the released lock. */
async function lookOnceMore<T>(lock: Lock, options: LockWaitOptions<T>): Promise<T | undefined> {
  try {
    const value = await unlessAborted(options.look(), options.signal);
    if (value !== undefined) releaseQuietly(lock);
    return value;
  } catch (error) {
    releaseQuietly(lock);
    throw error;
  }
}

/** The result of a try for the lock: another process holds it, or it was free and is ours, or was refused. */
interface Taken {
  lock?: Lock;
  isHeld: boolean;
}

/** Tries to take the lock; takes over a record that has not changed beyond its lifetime. */
function persistentTaker(store: Store, key: string, options: LockOptions): () => Promise<Taken> {
  let seenVersion: string | undefined;
  let seenSince = 0;

  function isStuck({ value, version }: StoredValue): boolean {
    const now = performance.now();
    if (version !== seenVersion) {
      seenVersion = version;
      seenSince = now;
    }
    const ttlMs = decodeLockRecord(value)?.ttlMs;
    return ttlMs !== undefined && now - seenSince > ttlMs;
  }

  return async () => {
    const current = await store.get(key);
    if (current !== undefined && !isFreeLock(current) && !isStuck(current)) return { isHeld: true };
    const lock = await takeLock(store, key, current, options);
    // The mark of a released lock lives only briefly: it may have disappeared between the two.
    const isMarkGone = lock === undefined && current !== undefined && isFreeLock(current);
    const taken = isMarkGone ? await takeLock(store, key, undefined, options) : lock;
    return { ...(taken && { lock: taken }), isHeld: false };
  };
}

function releaseQuietly(lock: Lock | undefined): void {
  lock?.release().catch(() => undefined);
}
