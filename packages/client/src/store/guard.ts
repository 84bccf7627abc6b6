/**
 * Guards a store that is used over a connection. It limits the time of each operation, and sends nothing during a short
 * pause after the connection fails. Without the pause, each check would wait for its own timeout, and commands would
 * pile up in the driver's queue while the database is down.
 */
import { within } from '../within.ts';
import { StoreError } from './store.ts';

/** Options of a guard. Times are real time in milliseconds. */
export interface GuardOptions {
  /** The name of the store in messages, such as `Redis`. */
  name: string;
  /** The time limit of an operation. An operation that takes longer is abandoned; its effect may still occur. */
  timeoutMs: number;
  /**
   * The pause after a failed connection, during which nothing is sent. A function can compute the length of the pause
   * from the error. After the pause, one operation tests the connection.
   */
  pauseMs: number | ((error: unknown) => number);
  /** Whether an error shows that the database answered, so the connection works. */
  isAnswer?: (error: unknown) => boolean;
  /** Called during a pause. Returns true if the cause of the failure is gone, which ends the pause early. */
  isBack?: () => boolean;
}

/** Runs operations within these limits. */
export interface Guard {
  /**
   * Runs an operation. Rejects with a {@link StoreError} on timeout or during a pause; otherwise, settles like the
   * operation.
   */
  run<T>(operation: () => Promise<T>): Promise<T>;
  /** Whether an operation would be sent now. */
  isOpen(): boolean;
}

export function createGuard(options: GuardOptions): Guard {
  const { name, timeoutMs, pauseMs, isAnswer = () => false, isBack = () => false } = options;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let restMs = 0;
  let hasProbe = false;

  function isOpen(): boolean {
    if (restsUntil === Number.NEGATIVE_INFINITY) return true;
    return !hasProbe && (performance.now() >= restsUntil || isBack());
  }

  /** Admits or rejects an operation. Returns true if this operation tests whether the connection works again. */
  function admit(): boolean {
    if (restsUntil === Number.NEGATIVE_INFINITY) return false;
    if (!isOpen()) {
      throw new StoreError(
        'STORE_UNAVAILABLE',
        `${name} failed just now: nothing is sent to it for up to ${restMs} ms`,
      );
    }
    hasProbe = true;
    return true;
  }

  function rest(error: unknown): void {
    restMs = typeof pauseMs === 'function' ? pauseMs(error) : pauseMs;
    restsUntil = performance.now() + restMs;
  }

  function late(): StoreError {
    return new StoreError('STORE_TIMEOUT', `${name} has not answered within ${timeoutMs} ms`);
  }

  return {
    isOpen,
    async run(operation) {
      const isProbe = admit();
      try {
        const result = await within(operation(), { ms: timeoutMs, timeout: late });
        restsUntil = Number.NEGATIVE_INFINITY;
        return result;
      } catch (error) {
        if (isAnswer(error)) restsUntil = Number.NEGATIVE_INFINITY;
        else rest(error);
        throw error;
      } finally {
        if (isProbe) hasProbe = false;
      }
    },
  };
}
