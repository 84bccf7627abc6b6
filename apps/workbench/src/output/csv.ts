/** Rows of comma-separated values (RFC 4180), safe to open in a spreadsheet. */

/** What a spreadsheet takes for a formula, also in its full-width forms. */
const formulaStart = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** One row with its line end. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string): string {
  const text = value.replace(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const neutral = formulaStart.test(text) ? `'${text}` : text;
  return /[",]/.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral;
}
