/** Values of options: read, and refused with what would be right. */
import { InvalidArgumentError, Option } from 'commander';

/** Adds up the values of an option that may be repeated. */
export function repeated(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** A whole number of octets that a robots.txt limit can be. */
export function readMaxBytes(value: string): number {
  return wholeNumber(value, 1, 67_108_864);
}

/** Seconds, fractions too, as milliseconds. */
export function readSeconds(value: string): number {
  const seconds = /^[0-9]+(\.[0-9]+)?$/.test(value) ? Number(value) : Number.NaN;
  if (seconds >= 0.001 && seconds <= 86_400) return Math.round(seconds * 1000);
  throw new InvalidArgumentError('Expected seconds, such as "10" or "0.5", up to 86400.');
}

/** A number written in decimal digits. */
export function wholeNumber(value: string, least: number, greatest: number): number {
  const number = /^[0-9]+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= greatest) return number;
  throw new InvalidArgumentError(`Expected a whole number from ${least} to ${greatest}.`);
}

/** What a webhook is sent; as `webhookShapes`, which is loaded later. */
export function webhookShapeOption(): Option {
  return new Option('--webhook-shape <name>', 'what the webhook gets (default: event)').choices([
    'event',
    'slack',
    'email',
  ]);
}
