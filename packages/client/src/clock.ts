/**
 * Where the client reads the time from. Timeouts run in real time even when a clock is handed in; only what
 * is stored or compared with what is stored (fetch times, lifetimes, delays) goes through it.
 *
 * @example
 * const frozen: Clock = { now: () => Date.UTC(2026, 0, 1) };
 */
export interface Clock {
  /** The present instant in epoch milliseconds. */
  now(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = Object.freeze({ now: (): number => Date.now() });
