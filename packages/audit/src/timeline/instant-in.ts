/** Reads times in the names of versions. */

const INSTANT =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T_ ](\d{2})[-:.]?(\d{2})(?:[-:.]?(\d{2})(?:[.,](\d{1,3})\d*)?)?)?(Z|[+-]\d{2}[-:.]?\d{2})?$/i;

/**
 * Epoch milliseconds of a time in a version's name: ISO 8601, in which `-` may replace `:`. Without a zone, the time is
 * UTC. `undefined` if the name is not a time.
 *
 * @example
 * ```ts
 * instantIn('2026-11-01T00-00-00Z'); // 1793491200000
 * instantIn('yesterday'); // undefined
 * ```
 */
export function instantIn(name: string): number | undefined {
  const match = INSTANT.exec(name);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] = match;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const time = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0')}${offset}`,
  );
  // Date.parse reads 31 February as 3 March.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  return Number.isNaN(time) || !isDay ? undefined : time;
}
