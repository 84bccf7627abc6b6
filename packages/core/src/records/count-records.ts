/** Counts the records of each kind in a file: one pass over its line table, without creating records. */
import type { RobotsDocument } from '../parse/document.ts';
import { groupTable } from '../parse/group-table.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, ROW } from '../parse/line-table.ts';
import { type RecordKind, recordKindOf } from '../parse/record-kind.ts';

/** The numbers of records by kind, and the number of groups. */
export interface RecordCounts {
  /** The number of groups, equal to the length of `document.groups`. */
  readonly groups: number;
  /** The number of allow and disallow records within groups, including those that match nothing. */
  readonly rules: number;
  /** The number of records of each kind, inside or outside groups. Kinds that do not occur are absent. */
  readonly byKind: Readonly<Partial<Record<RecordKind, number>>>;
}

/** Counts by kind, for one file at a time. */
const numbers = /* @__PURE__ */ new Uint32Array(LineKind.MASK + 1);

/**
 * Counts the records of a file. Groups are counted according to RFC 9309, regardless of the document's dialect.
 *
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { countRecords } from 'robots-exclusion/records';
 *
 * const counts = countRecords(parse('User-agent: *\nDisallow: /x\nSitemap: https://example.com/map.xml\n'));
 * counts.groups; // 1
 * counts.byKind.sitemap; // 1
 * ```
 */
export function countRecords(document: RobotsDocument): RecordCounts {
  const { lines } = document;
  const table = groupTable(document);
  const firstGroup = table[0]?.start ?? lines.length;
  numbers.fill(0);
  let rules = 0;
  for (let row = 0; row < lines.length; row += ROW) {
    const kind = kindAt(lines, row);
    numbers[kind] = (numbers[kind] as number) + 1;
    if (row >= firstGroup && (kind === LineKind.allow || kind === LineKind.disallow)) rules++;
  }
  const byKind: Partial<Record<RecordKind, number>> = {};
  for (let kind: number = LineKind.other; kind < numbers.length; kind++) {
    const number = numbers[kind] as number;
    const name = number > 0 ? recordKindOf(kind as LineKind.Any) : undefined;
    if (name !== undefined) byKind[name] = number;
  }
  return { groups: table.length, rules, byKind };
}
