/** Reads the values of records according to a dialect's facts. */

import { COLON } from '../../bytes/octet.ts';
import { startAt, valueEndAt, valueStartAt } from '../../parse/line-table.ts';
import type { LineSource } from '../../parse/records.ts';
import type { DialectFacts } from './facts.ts';
import { FileText } from './file-text.ts';
import { looksLikeMarkup, withoutTags } from './markup.ts';

export type ReadValue = (row: number) => string;

/** Returns a function that reads the values of a file's rows. */
export function valuesOf(source: LineSource, facts: DialectFacts): ReadValue {
  const { octets, lines } = source;
  const { maxValueOctets } = facts.rules;
  const whole = new FileText(octets);
  const isMarkup = facts.lines.markup === 'stripped' && looksLikeMarkup(octets);
  return (row) => {
    const start = valueStartAt(lines, row);
    const end = valueEndAt(lines, row);
    const limit = maxValueOctets === undefined ? end : Math.min(end, start + maxValueOctets);
    const text = taken(whole.part(start, limit, facts.normalising.text), source, row, facts);
    return isMarkup ? withoutTags(text) : text;
  };
}

/** The text of a value. If the dialect has a custom line splitter, the splitter transforms the text. */
export function taken(
  text: string,
  { octets, lines }: LineSource,
  row: number,
  { names }: DialectFacts,
): string {
  if (names.read?.value === undefined) return text;
  return names.read.value(
    text,
    octets.subarray(startAt(lines, row), valueStartAt(lines, row)).includes(COLON),
  );
}
