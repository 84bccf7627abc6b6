/** The format of a log, by its first lines. */
import type { Hit } from '../hit.ts';
import { isClientText } from './address-text.ts';
import { readerOf } from './known-formats.ts';
import type { LineOutcome, LineReader, ReaderOptions } from './line-reader.ts';

/** Lines that are looked at before a format is chosen. */
export const FIRST_LINES = 64;

/** The one that says most comes first: a Combined line can be read as Common, too. */
const IN_ORDER = [
  'json',
  'w3c',
  'alb',
  'vhost-combined',
  'combined',
  'vhost-common',
  'common',
  'loose',
] as const;

/** The reader that understands most of these lines; the first in order where several do; `undefined` where none does. */
export function recogniseFormat(
  lines: readonly string[],
  options: ReaderOptions = {},
): LineReader | undefined {
  let best: LineReader | undefined;
  let most = 0;
  for (const name of IN_ORDER) {
    const reader = readerOf(name, options);
    const count = understood(reader, lines);
    // Found by looks alone, a line counts half.
    const worth = name === 'loose' ? count / 2 : count;
    if (worth > most) {
      most = worth;
      best = reader;
    }
  }
  // What a reader keeps of the lines that it was tried on must not outlive the trial.
  return best && readerOf(best.name, options);
}

function understood(reader: LineReader, lines: readonly string[]): number {
  return lines.filter((line, index) => isPlausible(reader.read(line, index + 1, 0))).length;
}

/**
 * A hit whose address can be one: text before the fields, such as syslog's time, would be taken for the address.
 */
export function isPlausible(outcome: LineOutcome): outcome is Hit {
  return typeof outcome === 'object' && isClientText(outcome.address);
}
