/** Parses the values of options. Errors describe the valid values. */
import { InvalidArgumentError, Option } from 'commander';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';

export function repeated(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

export const MAX_BYTES_HELP = `maximum octets to read from robots.txt (default: ${DEFAULT_MAX_BYTES})`;

/** Parses the limit on the octets of a robots.txt. */
export function readMaxBytes(value: string): number {
  return wholeNumber(value, 1, 67_108_864);
}

/** Parses seconds, including fractions, and returns milliseconds. */
export function readSeconds(value: string): number {
  const seconds = /^[0-9]+(\.[0-9]+)?$/.test(value) ? Number(value) : Number.NaN;
  if (seconds >= 0.001 && seconds <= 86_400) return Math.round(seconds * 1000);
  throw new InvalidArgumentError('Expected a number of seconds up to 86400, such as "10" or "0.5".');
}

/** Parses a day, such as `2026-11-29`. */
export function readDay(value: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(value).toJSON()?.startsWith(value);
  if (isDay) return value;
  throw new InvalidArgumentError('Expected a day such as 2026-11-01.');
}

/** Parses a whole number in decimal digits. */
export function wholeNumber(value: string, least: number, greatest: number): number {
  const number = /^[0-9]+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= greatest) return number;
  throw new InvalidArgumentError(`Expected a whole number from ${least} to ${greatest}.`);
}

/** The option for the format of webhooks. Its values are copied from `webhookShapes`, which is loaded later. */
export function webhookShapeOption(): Option {
  return new Option('--webhook-shape <name>', 'format of webhook messages (default: event)').choices([
    'event',
    'slack',
    'email',
  ]);
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
  ['kib', 2 ** 10],
  ['mib', 2 ** 20],
  ['gib', 2 ** 30],
]);

/** Parses a number of octets with a unit, such as `512MB`. */
export function readSize(value: string): number {
  const [, number = '', unit = ''] = /^([0-9]+(?:\.[0-9]+)?) ?([A-Za-z]+)$/.exec(value) ?? [];
  const octets = Number(number || Number.NaN) * (UNITS.get(unit.toLowerCase()) ?? Number.NaN);
  if (octets >= 1e6 && octets <= 1e12) return Math.floor(octets);
  throw new InvalidArgumentError(
    'Expected a size with a unit, such as "512MB" or "2GiB", from 1MB to 1000GB.',
  );
}
