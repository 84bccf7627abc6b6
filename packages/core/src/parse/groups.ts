/** Groups as values: a view of the line table (RFC 9309 §2.1, §2.2.1). */
import { textOf } from '../bytes/text.ts';
import type { DialectReader } from './dialect-reader.ts';
import { type GroupRows, groupTable, type RunSource } from './group-table.ts';
import * as LineKind from './line-kind.ts';
import { kindAt, ROW, valueEndAt, valueStartAt } from './line-table.ts';
import { endOfToken, isStar } from './product-token.ts';
import { type DocumentRecord, type LineSource, recordAt } from './records.ts';

/**
 * One or more user-agent records and the records after them, up to the next group. Groups for the same crawler are not
 * merged.
 *
 * In a document with a dialect, these are the groups that the dialect recognizes. If the dialect applies rules before
 * any user-agent record to every crawler, the first group contains those rules and has no names.
 */
export interface Group {
  /** The product tokens that are compared, in the file's spelling; `""` for a value without a token. */
  readonly productTokens: readonly string[];
  readonly userAgents: readonly DocumentRecord[];
  /** The group's allow and disallow records, including those that cannot match anything. */
  readonly rules: readonly DocumentRecord[];
  /**
   * Other records within the group (RFC 9309 §2.2.4). The definition of a record states whether it belongs to the
   * group.
   */
  readonly others: readonly DocumentRecord[];
}

/** The octets, the line table, and whether Content-Usage ends a run of user-agent records. */
export interface GroupSource extends LineSource, RunSource {}

/** All groups in file order, as the dialect reads them. */
export function groupsByReader(source: LineSource, reader: DialectReader): readonly Group[] {
  const records = (rows: readonly number[]): readonly DocumentRecord[] =>
    Object.freeze(rows.flatMap((row) => recordAt(source, row) ?? []));
  return Object.freeze(
    reader.groups(source).map(({ userAgents, ruleRows, otherRows }) =>
      Object.freeze({
        productTokens: Object.freeze(userAgents.map(({ token }) => token)),
        userAgents: records(userAgents.map(({ row }) => row)),
        rules: records(ruleRows),
        others: records(otherRows),
      }),
    ),
  );
}

/** All groups according to RFC 9309, in file order. Records before the first user-agent record belong to no group. */
export function groupsOf(source: GroupSource): readonly Group[] {
  return Object.freeze(groupTable(source).map((rows) => groupAt(source, rows)));
}

function groupAt(source: GroupSource, { start, end }: GroupRows): Group {
  const productTokens: string[] = [];
  const userAgents: DocumentRecord[] = [];
  const rules: DocumentRecord[] = [];
  const others: DocumentRecord[] = [];
  for (let row = start; row < end; row += ROW) {
    const record = recordAt(source, row);
    if (!record) continue;
    const kind = kindAt(source.lines, row);
    if (kind === LineKind.userAgent) {
      userAgents.push(record);
      productTokens.push(tokenAt(source, row));
    } else (isRule(kind) ? rules : others).push(record);
  }
  for (const list of [productTokens, userAgents, rules, others]) Object.freeze(list);
  return Object.freeze({ productTokens, userAgents, rules, others });
}

function isRule(kind: LineKind.Any): boolean {
  return kind === LineKind.allow || kind === LineKind.disallow;
}

/** The product token of a user-agent row, in the file's spelling. */
export function tokenAt({ octets, lines }: LineSource, row: number): string {
  const start = valueStartAt(lines, row);
  const end = valueEndAt(lines, row);
  return isStar(octets, start, end) ? '*' : textOf(octets, start, endOfToken(octets, start, end));
}

/** Whether a user-agent row has a product token, that is, {@link tokenAt} is not empty. */
export function hasToken({ octets, lines }: LineSource, row: number): boolean {
  const start = valueStartAt(lines, row);
  const end = valueEndAt(lines, row);
  return isStar(octets, start, end) || endOfToken(octets, start, Math.min(end, start + 1)) > start;
}
