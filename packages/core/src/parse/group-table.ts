/**
 * Locates the groups of a document (RFC 9309 §2.1, §2.2.1). Only this code walks over runs of user-agent records; all
 * code that concerns groups reads this table. There are two exceptions: the one-shot scan (`rules/scan-body.ts`), and
 * dialects, which have their own rules for groups.
 */
import * as LineKind from './line-kind.ts';
import { kindAt, ROW } from './line-table.ts';

/** A group's range of rows in the line table: user-agent records before `runEnd`, and rules at `runEnd` and later. */
export interface GroupRows {
  /** The row of the group's first user-agent record. */
  readonly start: number;
  /** The row that ends the run of user-agent records; `end` if no row does. */
  readonly runEnd: number;
  /** One past the last row of the group: the start of the next group, or the end of the table. */
  readonly end: number;
}

/** A line table, and whether Content-Usage ends a run of user-agent records. */
export interface RunSource {
  readonly lines: Int32Array;
  readonly contentUsageIsRule: boolean;
}

/** The size of a line table below which finding groups again is faster than a cache or an index. */
export const FEW_ROWS: number = 128 * ROW;

/** The group tables of longer documents, created on first use. */
const tables = new WeakMap<RunSource, readonly GroupRows[]>();

/** All groups in file order. Records before the first user-agent record belong to no group. */
export function groupTable(source: RunSource): readonly GroupRows[] {
  if (source.lines.length < FEW_ROWS) return tableOf(source);
  const known = tables.get(source);
  if (known) return known;
  const table = tableOf(source);
  tables.set(source, table);
  return table;
}

function tableOf({ lines, contentUsageIsRule }: RunSource): readonly GroupRows[] {
  const groups: GroupRows[] = [];
  let start = -1;
  let runEnd = -1;
  for (let row = 0; row < lines.length; row += ROW) {
    const kind = kindAt(lines, row);
    if (kind === LineKind.userAgent) {
      if (start >= 0 && runEnd < 0) continue;
      if (start >= 0) groups.push({ start, runEnd, end: row });
      start = row;
      runEnd = -1;
    } else if (runEnd < 0 && start >= 0 && endsUserAgentRun(kind, contentUsageIsRule)) runEnd = row;
  }
  const end = lines.length;
  if (start >= 0) groups.push({ start, runEnd: runEnd < 0 ? end : runEnd, end });
  return groups;
}

/**
 * Whether a record ends a run of user-agent records. A rule ends the run, even if its pattern is invalid. Blank lines
 * and other records do not end the run (RFC 9309 §2.2.4). If `contentUsageIsRule` is true, a Content-Usage record also
 * ends it.
 */
export function endsUserAgentRun(kind: LineKind.Any, contentUsageIsRule: boolean): boolean {
  return (
    kind === LineKind.allow ||
    kind === LineKind.disallow ||
    (contentUsageIsRule && kind === LineKind.contentUsage)
  );
}
