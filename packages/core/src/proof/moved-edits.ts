/** Edits, with their positions in the edited file. */
import type { Edit } from '../bytes/edit.ts';
import type { Span } from '../bytes/span.ts';
import { encodeUtf8 } from '../bytes/utf-8.ts';

/** One edit: the span it replaces, and the span of its replacement. */
export interface MovedEdit {
  readonly before: Span;
  readonly after: Span;
}

export function movedEdits(edits: readonly Edit[]): readonly MovedEdit[] {
  let shift = 0;
  return [...edits]
    .sort((a, b) => a.span.start - b.span.start)
    .map(({ span, replacement }) => {
      const { length } = typeof replacement === 'string' ? encodeUtf8(replacement) : replacement;
      const start = span.start + shift;
      shift += length - (span.end - span.start);
      return { before: span, after: { start, end: start + length } };
    });
}

/** The edit that changed a line of the original file. */
export function editOfLine(moved: readonly MovedEdit[], line: Span): MovedEdit | undefined {
  const found = moved[firstBehind(moved, 'before', line.start)];
  return found && found.before.start < line.end ? found : undefined;
}

/** The edit that changed a line of the edited file. An edit that only deletes the line before it does not count. */
export function editOfLineAfter(moved: readonly MovedEdit[], line: Span): MovedEdit | undefined {
  const found = moved[firstBehind(moved, 'after', line.start)];
  if (!found) return undefined;
  const { start, end } = found.after;
  return start < line.end || (start === end && start === line.end) ? found : undefined;
}

/** The index of the first edit that ends after `offset`. */
function firstBehind(moved: readonly MovedEdit[], side: 'before' | 'after', offset: number): number {
  let low = 0;
  let high = moved.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moved[middle] as MovedEdit)[side].end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
