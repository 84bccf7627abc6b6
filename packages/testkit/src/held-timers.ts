/** Lets a test control the timers of the code under test. The timers run only when the test calls `fire`. */

/** The timers of one duration, which run only when the test calls `fire`. */
export interface HeldTimers {
  waiting(): number;
  /** Runs all timers that are set at this moment, as if their time had come. */
  fire(): void;
  /** Restores the real timers; timers that are still set never run. */
  release(): void;
}

/**
 * Takes over all timers that are set from now on for exactly `ms` milliseconds. Choose a number that only the intended
 * timer has, for example `workDeadlineMs: 7_654_321`.
 */
export function holdTimers(ms: number): HeldTimers {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const held = new Map<unknown, () => void>();
  function hold(callback: (...args: unknown[]) => void, delay?: number, ...args: unknown[]): NodeJS.Timeout {
    if (delay !== ms) return set(callback, delay, ...args);
    // Returns a real timer with the longest possible delay, so that operations such as `unref` work on it.
    const timer = set(() => {}, 2 ** 31 - 1).unref();
    held.set(timer, () => callback(...args));
    return timer;
  }
  globalThis.setTimeout = Object.assign(hold, { __promisify__: set.__promisify__ }) as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    held.delete(timer);
    clear(timer as NodeJS.Timeout);
  };
  return {
    waiting: () => held.size,
    fire() {
      for (const [timer, callback] of [...held]) {
        held.delete(timer);
        clear(timer as NodeJS.Timeout);
        callback();
      }
    },
    release() {
      for (const timer of held.keys()) clear(timer as NodeJS.Timeout);
      held.clear();
      Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
    },
  };
}
