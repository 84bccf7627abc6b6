/** ISO 8601 of epoch milliseconds; what is beyond the years that it can write stays within them. */
export function isoOf(time: number): string {
  return new Date(Math.min(Math.max(time, -8.64e15), 8.64e15)).toISOString();
}
