/** Values of records as a dialect sees them. */

import { valueEndAt, valueStartAt } from '../../parse/line-table.ts';
import type { LineSource } from '../../parse/records.ts';
import type { DialectFacts } from './facts.ts';
import { withoutTags } from './markup.ts';
import { decodeAs } from './text-model.ts';

/** The text of the value in a row. */
export function valueText(source: LineSource, row: number, facts: DialectFacts, isMarkup: boolean): string {
  const start = valueStartAt(source.lines, row);
  const end = valueEndAt(source.lines, row);
  const { maxValueOctets } = facts.rules;
  const limit = maxValueOctets === undefined ? end : Math.min(end, start + maxValueOctets);
  const text = decodeAs(facts.normalising.text, source.octets, start, limit);
  return isMarkup ? withoutTags(text) : text;
}
