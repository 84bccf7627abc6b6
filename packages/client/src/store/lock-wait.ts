/**
 * Waiting for what somebody else is fetching: look whether it is there, else try for the lock, else look again a
 * little later, until it is there, the lock is ours, or the deadline has come.
 *
 * A holder that died keeps its lock until the store forgets it. Should the store's clock have been set back meanwhile,
 * that would be long; so a waiter that has seen one and the same lock record for longer than its lifetime, by the
 * monotonic clock of its own process, takes it over.
 */
import { isFreeLock, type Lock, type LockOptions, takeLock } from './lock.ts';
import { decodeLockRecord } from './lock-record.ts';
import type { Store, StoredValue } from './store.ts';

/** What is waited for, and how long. */
export interface LockWaitOptions<T> extends LockOptions {
  /** Is it there now? Asked before each try for the lock, and once more after it was taken. */
  look: () => Promise<T | undefined>;
  /** Real time from now; the last look is taken at its end. */
  deadlineMs: number;
  /** Ends the wait at once; nothing is left behind, no lock either. */
  signal?: AbortSignal;
}

/** How a wait ended. */
export type LockWait<T> =
  | { kind: 'there'; value: T; waitedMs: number }
  | { kind: 'locked'; lock: Lock; waitedMs: number }
  | { kind: 'too-late'; waitedMs: number };

/** Pauses between two looks, in milliseconds: short at first, because most answers come quickly. */
const firstPauseMs = 10;
const longestPauseMs = 200;
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
  const tryForLock = persistentTaker(store, key, options);
  let pauseMs = firstPauseMs;
  for (;;) {
    const value = await unlessAborted(look(), signal);
    const waitedMs = performance.now() - startedAt;
    if (value !== undefined) return { kind: 'there', value, waitedMs };
    const lock = await unlessAborted(tryForLock(), signal, releaseQuietly);
    if (lock !== undefined) return lookOnceMore(lock, options, startedAt);
    if (waitedMs >= deadlineMs) return { kind: 'too-late', waitedMs };
    // Half of it at random, or all waiters would ask the store at the same instants.
    const restMs = Math.max(0, deadlineMs - (performance.now() - startedAt));
    await pause(Math.min(pauseMs * (0.5 + Math.random() / 2), restMs), signal);
    pauseMs = Math.min(pauseMs * pauseGrowth, longestPauseMs);
  }
}

/** The former holder may have stored its answer between our look and our taking of the lock it gave back. */
async function lookOnceMore<T>(
  lock: Lock,
  options: LockWaitOptions<T>,
  startedAt: number,
): Promise<LockWait<T>> {
  let value: T | undefined;
  try {
    value = await unlessAborted(options.look(), options.signal);
  } catch (error) {
    releaseQuietly(lock);
    throw error;
  }
  const waitedMs = performance.now() - startedAt;
  if (value === undefined) return { kind: 'locked', lock, waitedMs };
  releaseQuietly(lock);
  return { kind: 'there', value, waitedMs };
}

/** Tries for the lock; takes over a record that has stayed the same beyond its lifetime. */
function persistentTaker(store: Store, key: string, options: LockOptions): () => Promise<Lock | undefined> {
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
    if (current !== undefined && !isFreeLock(current) && !isStuck(current)) return undefined;
    const lock = await takeLock(store, key, current, options);
    // The mark of a released lock lives for a moment only: it may have gone between the two.
    const isMarkGone = lock === undefined && current !== undefined && isFreeLock(current);
    return isMarkGone ? takeLock(store, key, undefined, options) : lock;
  };
}

function releaseQuietly(lock: Lock | undefined): void {
  lock?.release().catch(() => undefined);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const onAbort = (): void => {
      end();
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      end();
      resolve();
    }, ms);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** The work's own result, unless the signal is aborted first; what comes too late is given to `discard`. */
function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  discard?: (late: T) => void,
): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason);
      if (discard) work.then(discard, () => undefined);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
