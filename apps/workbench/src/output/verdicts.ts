/** Writes the matrix as a file. */

import { csvRow, printableJson } from 'robots-exclusion/print';
import { Cell } from '../engine/protocol.ts';
import type { Matrix } from '../state/session.ts';

/** One row per URL, one column per crawler. */
export function verdictsCsv({ urls, crawlers, cells }: Matrix, rows: Int32Array): string {
  const head = csvRow(['url', ...crawlers.map(({ token }) => token)]);
  const lines = Array.from(rows, (row) =>
    csvRow([
      urls[row] as string,
      ...crawlers.map((_, column) => word(cells[row * crawlers.length + column])),
    ]),
  );
  return head + lines.join('');
}

/**
 * One object per URL with the verdict for each crawler, in the same wording as in other interfaces.
 *
 * @param dialects The dialect in which the file was read for each crawler.
 */
export function verdictsJson(
  { urls, crawlers, cells }: Matrix,
  rows: Int32Array,
  dialects: readonly string[],
): string {
  const results = Array.from(rows, (row) => {
    const url = urls[row];
    const ofRow = cells.subarray(row * crawlers.length, (row + 1) * crawlers.length);
    if (ofRow.includes(Cell.noUrl))
      return { url, error: { code: 'invalid-url', message: 'This is not a URL' } };
    if (ofRow.includes(Cell.elsewhere)) return { url, error: elsewhere };
    return {
      url,
      verdicts: crawlers.map(({ token }, at) => ({
        crawler: token,
        dialect: dialects[at],
        allowed: ofRow[at] === Cell.allowed,
      })),
    };
  });
  return `${printableJson({ results }, 1)}\n`;
}

const elsewhere = {
  code: 'other-site',
  message: 'The robots.txt of another site applies to this URL',
};

function word(cell: number | undefined): string {
  if (cell === Cell.allowed) return 'allowed';
  if (cell === Cell.disallowed) return 'disallowed';
  return cell === Cell.elsewhere ? '?' : 'no URL';
}
