/**
 * Waits for a fetch by another process. The wait checks for the result, then tries to take the lock, and repeats this
 * whenever the lock is released. It ends when the result is available, this process holds the lock, or the deadline has
 * passed. A store that cannot report releases is polled at growing intervals.
 *
 * A dead holder keeps its lock until the store forgets it, which could take long if the store's clock was set back.
 * Therefore, a waiter takes over the lock after it has seen the same lock record for longer than the lock's lifetime,
 * by the waiter's own monotonic clock.
 */

import { onAbort } from '../abort-listeners.ts';
import { unlessAborted } from '../within.ts';
import { decodeLockRecord, isFreeLock, type Lock, type LockOptions, takeLock } from './lock.ts';
import type { Store, StoredValue } from './store.ts';

export interface LockWaitOptions<T> extends LockOptions {
  /** Checks for the result. Called before each attempt to take the lock, and once more after the lock is taken. */
  look: () => Promise<T | undefined>;
  /** The time until the deadline, in milliseconds of real time. The last check is made at the deadline. */
  deadlineMs: number;
  /** Ends the wait immediately and releases everything, including the lock. */
  signal?: AbortSignal;
}

/** How a wait ended, how long it took, and how it was woken. `by` is undefined if no other process held the lock. */
export type LockWait<T> = { waitedMs: number; by: WokenBy | undefined } & (
  | { kind: 'there'; value: T }
  | { kind: 'locked'; lock: Lock }
  | { kind: 'too-late' }
);

/**
 * Polling intervals in milliseconds, for stores that do not report changes. They are short at first, because most
 * fetches end quickly.
 */
const firstPauseMs = 10;
const longestPauseMs = 1000;
const pauseGrowth = 1.5;

/**
 * Waits until `look` finds a result or this process holds the lock.
 *
 * @throws The signal's reason if it is aborted, or the error of the store or of `look`.
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
      // If the lock was free but the store refused the write, no release will be reported.
      const restMs = restOf(isHeld ? bell.by() : 'polling', pauseMs, options.ttlMs);
      await bell.wait(Math.max(0, Math.min(restMs, deadlineMs - waited())), signal);
    }
  } finally {
    bell?.close();
  }
}

/** The time to wait if nothing wakes us. It is partly random, so that waiters do not poll the store simultaneously. */
function restOf(by: WokenBy | undefined, pauseMs: number, ttlMs: number): number {
  // A dead holder reports no release, so the wait ends when the lock expires.
  if (by === 'notice') return ttlMs * (1 + Math.random() / 5);
  return (by === 'polling' ? pauseMs : longestPauseMs) * (0.5 + Math.random() / 2);
}

/** Checks again after taking the lock, because its former holder may have stored the result after our last check. */
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

/**
 * The result of an attempt to take the lock: another process holds it, we took it, or it was free but the write was
 * refused.
 */
interface Taken {
  lock?: Lock;
  isHeld: boolean;
}

/**
 * Creates a function that tries to take the lock. It takes over a lock whose record stays unchanged beyond the lock's
 * lifetime.
 */
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
    // The mark of a released lock lives only briefly, so it may have disappeared between the read and the write.
    const isMarkGone = lock === undefined && current !== undefined && isFreeLock(current);
    const taken = isMarkGone ? await takeLock(store, key, undefined, options) : lock;
    return { ...(taken && { lock: taken }), isHeld: false };
  };
}

function releaseQuietly(lock: Lock | undefined): void {
  lock?.release().catch(() => undefined);
}

// Waits for a change to a key. Uses notifications if the store supports them; otherwise, polls at growing intervals.

/** How a waiter is woken: by the store's notification, or by polling. */
type WokenBy = 'notice' | 'polling';

interface Bell {
  /** How the waiter is woken; undefined until the store has confirmed whether it reports changes. */
  by(): WokenBy | undefined;
  /**
   * Resolves at the next notification, or after `ms` milliseconds.
   *
   * @throws The signal's reason when it is aborted.
   */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
  close(): void;
}

/** Starts listening immediately. The first wake-up comes when the store confirms whether it reports changes. */
function hangBell(store: Store, key: string): Bell {
  let hasRung = false;
  let isClosed = false;
  let by: WokenBy | undefined = store.watch ? undefined : 'polling';
  let unwatch = (): void => {};
  let wake = (): void => {};
  const ring = (): void => {
    hasRung = true;
    wake();
  };
  store.watch?.(key, ring).then(
    (stop) => {
      if (isClosed) return stop();
      unwatch = stop;
      by = 'notice';
      // Wakes the waiter, because changes before this point were missed.
      ring();
    },
    () => {
      by = 'polling';
      ring();
    },
  );
  return {
    by: () => by,
    wait(ms, signal) {
      return new Promise((resolve, reject) => {
        const end = (): void => {
          clearTimeout(timer);
          stop();
          wake = () => {};
        };
        const timer = setTimeout(() => wake(), ms);
        wake = () => {
          hasRung = false;
          end();
          resolve();
        };
        let stop = (): void => {};
        const fail = (): void => {
          end();
          reject(signal?.reason);
        };
        if (signal) stop = onAbort(signal, fail);
        if (hasRung) wake();
      });
    },
    close() {
      isClosed = true;
      unwatch();
    },
  };
}
