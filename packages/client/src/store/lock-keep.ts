/**
 * Keeps a lock alive while its holder works, so that lifetimes can be short: other processes notice a dead holder after
 * one lifetime, and a slow holder keeps its lock.
 */
import type { Lock } from './lock.ts';

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
