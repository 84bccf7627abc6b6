/** Lifetimes of stored values, in milliseconds. */

/**
 * The lifetime in whole milliseconds, at least 1. It is rounded down, because a value must not be returned after it
 * expires.
 *
 * @throws {RangeError} If the lifetime is not a finite number above 0.
 */
export function wholeTtl(ttlMs: number): number {
  if (!(ttlMs > 0 && Number.isFinite(ttlMs))) {
    throw new RangeError(`Cannot store with ttlMs "${ttlMs}": expected a finite number above 0`);
  }
  return Math.max(1, Math.floor(ttlMs));
}
