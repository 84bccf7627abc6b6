/**
 * Keeps a lock alive while its holder works, so that its time can be short: a dead holder is noticed after one
 * lifetime, a slow one is left alone.
 */
import type { Lock } from './lock.ts';

/** Three tries in one lifetime: one may be lost without losing the lock. */
const renewalsPerLifetime = 3;

/**
 * Runs `work` while renewing the lock, then gives the lock back, whatever came of the work. A renewal that fails is
 * tried again at the next turn; a lock that was lost is not taken again.
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
    // The work is done and stored by now; a lock that cannot be given back ends by itself.
    await lock.release().catch(() => false);
  }
}
