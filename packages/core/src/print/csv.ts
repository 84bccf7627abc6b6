/** Rows of comma-separated values (RFC 4180), safe to open in a spreadsheet. */
import { printable } from './printable.ts';

/**
 * Text that a spreadsheet treats as a formula, including full-width forms; a sign alone does not count. Where commas are
 * decimal, a spreadsheet divides cells at semicolons, even inside quotation marks that do not begin its cell.
 */
const FORMULA = /(^|;)(\s*[=+\-@\uff1d\uff0b\uff0d\uff20].)/g;
/** What divides cells, here or in a spreadsheet that divides at semicolons or tabs, too. */
const DIVIDER = /[",;\t]/;

/**
 * One row with its line end, CR LF. Absent values are empty cells. A cell stays on one line: controls and invisible
 * characters are escaped as in `printable`. An apostrophe disables text that looks like a formula.
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
