/** Rows of comma-separated values (RFC 4180), safe to open in a spreadsheet. */
import { printable } from './printable.ts';

/**
 * Text that a spreadsheet treats as a formula, including full-width forms; a sign alone does not count. In locales with
 * a decimal comma, spreadsheets divide cells at semicolons, even inside quotation marks that do not begin the cell.
 */
const FORMULA = /(^|;)(\s*[=+\-@\uff1d\uff0b\uff0d\uff20].)/g;
/** Characters that divide cells: commas here, semicolons or tabs in some spreadsheets, and the quotation mark. */
const DIVIDER = /[",;\t]/;

/**
 * One row, including its line end, CR LF. Absent values become empty cells. A cell stays on one line: controls and
 * invisible characters are escaped as in `printable`. An apostrophe disables text that looks like a formula.
 *
 * @example
 * import { csvRow } from 'robots-exclusion/print';
 *
 * csvRow(['/a,b', '=1+1', undefined, 2]); // '"/a,b",\'=1+1,,2\r\n'
 */
export function csvRow(cells: readonly (string | number | boolean | null | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | boolean | null | undefined): string {
  if (typeof value !== 'string') return value === undefined || value === null ? '' : String(value);
  const text = printable(value);
  const neutral = text.replace(FORMULA, "$1'$2");
  return DIVIDER.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral;
}
