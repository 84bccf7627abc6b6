/**
 * Formats epoch milliseconds as ISO 8601. A time outside the range of `Date` is replaced by the nearest time in that
 * range.
 */
export function isoOf(time: number): string {
  return new Date(Math.min(Math.max(time, -8.64e15), 8.64e15)).toISOString();
}
