/** Formats times in answers. */

/** The range of `Date` (ECMA-262 §21.4.1.1). */
const LAST = 8.64e15;

/** Epoch milliseconds in RFC 3339 format, in UTC. Values outside the range of `Date` are clamped to it. */
export function isoTime(milliseconds: number): string {
  return new Date(Math.min(LAST, Math.max(-LAST, milliseconds))).toISOString();
}
