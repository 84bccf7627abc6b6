/** The matrix as a file. */

import { csvRow } from 'robots-exclusion/print';
import { Cell } from '../engine/protocol.ts';
import type { Matrix } from '../state/session.ts';

/** One row a URL, one column a crawler. */
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

/** One object a URL: which crawlers may fetch it. */
export function verdictsJson({ urls, crawlers, cells }: Matrix, rows: Int32Array): string {
  const results = Array.from(rows, (row) => ({
    url: urls[row],
    verdicts: crawlers.map(({ token }, column) => {
      const cell = cells[row * crawlers.length + column];
      return {
        agent: token,
        ...(cell === Cell.noUrl ? { error: 'invalid-url' } : { allowed: cell === Cell.allowed }),
      };
    }),
  }));
  return `${JSON.stringify({ dialect: 'rfc9309', results }, null, 1)}\n`;
}

function word(cell: number | undefined): string {
  if (cell === Cell.allowed) return 'allowed';
  return cell === Cell.disallowed ? 'disallowed' : 'no URL';
}
