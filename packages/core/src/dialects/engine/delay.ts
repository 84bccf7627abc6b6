/**
 * Determines, according to a dialect's facts, which of several Crawl-delay records counts and how many seconds it
 * requests.
 */

import type { DialectDelay } from '../../parse/dialect-reader.ts';
import * as LineKind from '../../parse/line-kind.ts';
import { kindAt } from '../../parse/line-table.ts';
import type { LineSource } from '../../parse/records.ts';
import type { DialectFacts } from './facts.ts';
import { valuesOf } from './value.ts';

/** The delay that counts among the Crawl-delay records of `rows`; `undefined` if no record can be read. */
export function countedDelay(
  source: LineSource,
  rows: readonly number[],
  facts: DialectFacts,
): DialectDelay | undefined {
  const { countedDelay = 'first' } = facts.extras;
  const delayRows = rows.filter((row) => kindAt(source.lines, row) === LineKind.crawlDelay);
  if (delayRows.length === 0) return undefined;
  const read = valuesOf(source, facts);
  const readable = delayRows.flatMap((row): DialectDelay[] => {
    const seconds = secondsOf(read(row), facts);
    return seconds !== undefined && seconds >= 0 && Number.isFinite(seconds) ? [{ row, seconds }] : [];
  });
  if (countedDelay === 'least') return readable.sort((a, b) => a.seconds - b.seconds)[0];
  return countedDelay === 'last' ? readable.at(-1) : readable[0];
}

/** The seconds that a value requests; `undefined` if it cannot be read. */
export function secondsOf(value: string, { extras }: DialectFacts): number | undefined {
  return extras.crawlDelay ? extras.crawlDelay.run(value) : plainDecimal(value);
}

function plainDecimal(value: string): number | undefined {
  return /^[0-9]+(?:\.[0-9]*)?$/.test(value) ? Number(value) : undefined;
}
