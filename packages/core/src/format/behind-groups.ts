/** Finds records that belong to no group although they directly follow one. */
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, lineAt, ROW } from '../parse/line-table.ts';
import { fileKinds, lineKindOf } from '../parse/record-kind.ts';

/**
 * For each group that is directly followed by records that belong to no group, the row of the first of these records.
 * The records count only if no other record comes between them and the next blank line, the next user-agent record or
 * the end of the file. A blank line inserted above the row therefore has no effect, even in parsers that end a group at
 * a blank line.
 */
export function rowsBehindGroups(table: Int32Array): ReadonlySet<number> {
  const found = new Set<number>();
  let isBehind = true;
  let first: number | undefined;
  let lineBelow = 0;
  for (let row = table.length - ROW; row >= 0; row -= ROW) {
    const kind = kindAt(table, row);
    const line = lineAt(table, row);
    if (kind === LineKind.userAgent || line + 1 < lineBelow) {
      isBehind = true;
      first = undefined;
    }
    lineBelow = line;
    if (kind === LineKind.comment || kind === LineKind.userAgent) continue;
    if (!BELONG_TO_NO_GROUP.has(kind)) {
      if (first !== undefined) found.add(first);
      isBehind = false;
      first = undefined;
    } else if (isBehind) first = row;
  }
  return found;
}

const BELONG_TO_NO_GROUP: ReadonlySet<LineKind.Any> = new Set([...fileKinds].map(lineKindOf));
