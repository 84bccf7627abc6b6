/** Values of records as a dialect sees them. */

import { valueEndAt, valueStartAt } from '../../parse/line-table.ts';
import type { LineSource } from '../../parse/records.ts';
import type { DialectFacts } from './facts.ts';
import { FileText } from './file-text.ts';
import { withoutTags } from './markup.ts';

/** Reads the values of several rows. */
export type ReadValue = (row: number) => string;

/** The values of a file's rows. */
export function valuesOf({ octets, lines }: LineSource, facts: DialectFacts, isMarkup: boolean): ReadValue {
  const { maxValueOctets } = facts.rules;
  const whole = new FileText(octets);
  return (row) => {
    const start = valueStartAt(lines, row);
    const end = valueEndAt(lines, row);
    const limit = maxValueOctets === undefined ? end : Math.min(end, start + maxValueOctets);
    const text = whole.part(start, limit, facts.normalising.text);
    return isMarkup ? withoutTags(text) : text;
  };
}
