/**
 * Recognizes edits that only delete whole rules, each directly after another rule. Such edits change no parser's
 * groups, so the file need not be read again.
 */

import { CR, isLineEnd, LF } from '../bytes/octet.ts';
import type { RobotsDocument } from '../parse/document.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, ROW, startAt, valueEndAt } from '../parse/line-table.ts';
import { editOfLine, type MovedEdit } from './moved-edits.ts';

/** The rows that the edits delete; `undefined` if the edits do anything else. */
export function deletedRules(
  { lines, octets }: RobotsDocument,
  edits: readonly MovedEdit[],
): ReadonlySet<number> | undefined {
  if (edits.some(({ after }) => after.start !== after.end)) return undefined;
  const deleted = new Set<number>();
  const found = new Set<MovedEdit>();
  let isBehindRule = false;
  for (let row = 0; row < lines.length; row += ROW) {
    const line = { start: startAt(lines, row), end: valueEndAt(lines, row) };
    const kind = kindAt(lines, row);
    const isRule = kind === LineKind.allow || kind === LineKind.disallow;
    const edit = editOfLine(edits, line);
    if (edit) {
      const isFirst = edit.before.start === line.start && isLineEnd(octets[line.start - 1]);
      const isWhole = isFirst || deleted.has(row - ROW);
      const next = row + ROW < lines.length ? startAt(lines, row + ROW) : octets.length;
      const behind = octets.subarray(line.end, Math.min(edit.before.end, next));
      if (!isRule || !isBehindRule || !isWhole || lineEndsIn(behind) !== 1) return undefined;
      deleted.add(row);
      found.add(edit);
    }
    isBehindRule = isRule;
  }
  // Edits to anything else, such as a comment or a blank line, belong to no row.
  return found.size === edits.length ? deleted : undefined;
}

function lineEndsIn(octets: Uint8Array): number {
  return octets.reduce((sum, octet, at) => {
    const isSecond = octet === LF && octets[at - 1] === CR;
    return sum + (isLineEnd(octet) && !isSecond ? 1 : 0);
  }, 0);
}
