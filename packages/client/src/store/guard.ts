/**
 * Bounds a store that lies behind a connection: each operation by time, and a connection that failed by a short
 * pause in which nothing is sent. Without the pause each check would wait for its own timeout, and commands would pile
 * up in the driver's queue while the database is gone.
 */
import { within } from '../within.ts';
import { StoreError } from './store-error.ts';

/** What a guard takes. Real time, in milliseconds. */
export interface GuardOptions {
  /** Names the store in messages: `Redis`. */
  name: string;
  /** An operation that takes longer is given up; it may still happen. */
  timeoutMs: number;
  /** After a failed connection nothing is sent for this long, or as long as the error calls for; then one operation goes first. */
  pauseMs: number | ((error: unknown) => number);
  /** Whether this error says that the database answered, so that the connection is sound. */
  isAnswer?: (error: unknown) => boolean;
  /** Asked while nothing is sent: whether the reason for it is gone before the time is over. */
  isBack?: () => boolean;
}

/** Runs operations within their bounds. */
export interface Guard {
  /** Rejects with a {@link StoreError} when the time is over or the connection rests; else as the operation does. */
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

  /** True when this operation is the one that tries whether the connection is back. */
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
