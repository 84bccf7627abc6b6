/** Formats epoch milliseconds as ISO 8601. Times outside the range of years are limited to it. */
export function isoOf(time: number): string {
  return new Date(Math.min(Math.max(time, -8.64e15), 8.64e15)).toISOString();
}
