/** Rows of comma-separated values (RFC 4180), safe to open in a spreadsheet. */
import { printable } from './printable.ts';

/** What a spreadsheet takes for a formula, also in its full-width forms; a sign alone is none. */
const formulaStart = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]./;

/** One row with its line end. Absent values are empty cells. */
export function csvRow(cells: readonly (string | number | boolean | undefined)[]): string {
  return `${cells.map(cell).join(',')}\n`;
}

function cell(value: string | number | boolean | undefined): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const text = printable(value);
  const neutral = formulaStart.test(text) ? `'${text}` : text;
  return /[",]/.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral;
}
