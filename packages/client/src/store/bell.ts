/**
 * Waits for a change to a key. Uses notifications if the store supports them; otherwise, polls at growing intervals.
 */
import { onAbort } from '../abort-listeners.ts';
import type { Store } from './store.ts';

/** How a waiter is woken: by the store's notification, or by polling. */
export type WokenBy = 'notice' | 'polling';

/** Wakes a waiter. */
export interface Bell {
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
export function hangBell(store: Store, key: string): Bell {
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
