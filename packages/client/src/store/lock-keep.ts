/**
 * Keeps a lock alive while its holder works, so that lifetimes can be short: a dead holder is noticed after one
 * lifetime, a slow one is left alone.
 */
import type { Lock } from './lock.ts';

/** Three tries per lifetime: one may fail without losing the lock. */
const renewalsPerLifetime = 3;

/**
 * Runs `work` while renewing the lock, then releases the lock, whether or not the work succeeded. A failed renewal is
 * retried at the next turn; a lost lock is not taken again.
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
    // The work is done and stored by now; a lock that cannot be released expires by itself.
    await lock.release().catch(() => false);
  }
}
