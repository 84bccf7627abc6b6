/** Formats durations and times for people. */

const units: readonly (readonly [name: string, ms: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
];

/**
 * A duration in the largest unit that fits at least twice, such as `90 s` or `3 h`; durations below a second are in
 * milliseconds.
 */
export function duration(ms: number): string {
  const [name, size] = units.find(([unit, unitMs]) => ms >= (unit === 's' ? 1 : 2) * unitMs) ?? ['ms', 1];
  return `${Math.round(Math.max(0, ms) / size)} ${name}`;
}

/** A time in ISO 8601 and UTC, with a resolution of one second. */
export function instant(epochMs: number): string {
  const date = new Date(epochMs);
  return Number.isNaN(date.getTime()) ? 'unknown' : `${date.toISOString().slice(0, 19)}Z`;
}
