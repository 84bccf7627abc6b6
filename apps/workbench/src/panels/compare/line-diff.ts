/** The line diff of two texts. */
import { diffArrays } from 'diff';

/** Lines removed and added at one position. Offsets are UTF-16 code units. */
export interface LineChange {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** Limit on differing lines, because work grows with its square. Beyond it, the texts count as one difference. */
const MAX_EDITS = 1000;

export function lineDiff(before: string, after: string): readonly LineChange[] {
  const parts = diffArrays(linesOf(before), linesOf(after), { maxEditLength: MAX_EDITS });
  if (parts === undefined) return [{ fromA: 0, toA: before.length, fromB: 0, toB: after.length }];
  const changes: LineChange[] = [];
  let [fromA, fromB, toA, toB] = [0, 0, 0, 0];
  for (const { added, removed, value } of [...parts, { added: false, removed: false, value: [] }]) {
    const { length } = value.join('');
    if (!added) toA += length;
    if (!removed) toB += length;
    if (added || removed) continue;
    const [endA, endB] = [toA - length, toB - length];
    if (endA > fromA || endB > fromB) changes.push({ fromA, toA: endA, fromB, toB: endB });
    [fromA, fromB] = [toA, toB];
  }
  return changes;
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}
