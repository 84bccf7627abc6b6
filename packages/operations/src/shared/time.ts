/** Instants in answers. */

/** As far as `Date` counts (ECMA-262 §21.4.1.1). */
const LAST = 8.64e15;

/** Epoch milliseconds as RFC 3339 writes them, in UTC; what lies beyond the calendar becomes its end. */
export function isoTime(milliseconds: number): string {
  return new Date(Math.min(LAST, Math.max(-LAST, milliseconds))).toISOString();
}
