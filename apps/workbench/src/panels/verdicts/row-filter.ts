import { Cell } from '../../engine/protocol.ts';
import type { Matrix, Trace } from '../../state/session.ts';

export type VerdictFilter = 'all' | 'allowed' | 'disallowed' | 'differing' | 'no-url' | 'elsewhere';

export interface ListFilter {
  /** Every word must occur in the URL; case is ignored. */
  readonly text: string;
  /** The chosen crawler's verdict; `differing` selects URLs whose verdicts differ between crawlers. */
  readonly verdict: VerdictFilter;
}

export interface RowFilter extends ListFilter {
  /** Selects URLs that this line decides for the chosen crawler; 0 selects all URLs. */
  readonly line: number;
}

/** Indexes of the rows that pass, in order. */
export function filteredRows(
  matrix: Matrix,
  crawler: string,
  trace: Trace | undefined,
  filter: RowFilter,
): Int32Array {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const width = matrix.crawlers.length;
  const column = matrix.crawlers.findIndex(({ token }) => token === crawler);
  const rows = new Int32Array(matrix.urls.length);
  // Ignores a trace for another list of URLs.
  const lines = trace?.urls === matrix.urls ? trace.lines : undefined;
  let count = 0;
  for (let row = 0; row < matrix.urls.length; row++) {
    if (words.length > 0 && !hasWords(matrix.urls[row] as string, words)) continue;
    if (filter.line > 0 && lines?.[row] !== filter.line) continue;
    if (filter.verdict !== 'all' && !passes(matrix.cells, row * width, width, column, filter.verdict))
      continue;
    rows[count++] = row;
  }
  return rows.subarray(0, count);
}

function hasWords(url: string, words: readonly string[]): boolean {
  const text = url.toLowerCase();
  return words.every((word) => text.includes(word));
}

function passes(
  cells: Uint8Array,
  start: number,
  width: number,
  column: number,
  verdict: VerdictFilter,
): boolean {
  if (verdict === 'no-url') return cells[start] === Cell.noUrl;
  if (verdict === 'elsewhere') return cells[start] === Cell.elsewhere;
  if (verdict === 'differing') {
    for (let at = start + 1; at < start + width; at++) if (cells[at] !== cells[start]) return true;
    return false;
  }
  const cell = cells[start + Math.max(0, column)];
  return cell === (verdict === 'allowed' ? Cell.allowed : Cell.disallowed);
}
