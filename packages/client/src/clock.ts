/**
 * The client's time source. Timeouts always run in real time; only stored times and times that are compared with them
 * (fetch times, lifetimes, delays) use the clock.
 *
 * @example
 * const frozen: Clock = { now: () => Date.UTC(2026, 0, 1) };
 */
export interface Clock {
  /** The current time in epoch milliseconds. */
  now(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = Object.freeze({ now: (): number => Date.now() });
