/** Groups as values: a view of the line table (RFC 9309 §2.1, §2.2.1). */
import { textOf } from '../bytes/text.ts';
import type { DialectReader } from './dialect-reader.ts';
import * as LineKind from './line-kind.ts';
import { kindAt, ROW, valueEndAt, valueStartAt } from './line-table.ts';
import { endOfToken, isStar } from './product-token.ts';
import { type DocumentRecord, type LineSource, recordAt } from './records.ts';

/**
 * One or more user-agent records and what follows them, up to the next group. Not merged with its like. In a document
 * of a dialect: as that dialect reads them, without groups that do not count for it. Where it gives rules before any
 * user-agent record to everybody, the first group holds them and names nobody.
 */
export interface Group {
  /** The product tokens as compared, in the file's spelling; `""` for a value without one. */
  readonly productTokens: readonly string[];
  readonly userAgents: readonly DocumentRecord[];
  /** Its allow and disallow records, also those that can match nothing. */
  readonly rules: readonly DocumentRecord[];
  /** Other records that are in the group (RFC 9309 §2.2.4); whether they belong to it is theirs to say. */
  readonly others: readonly DocumentRecord[];
}

/** A {@link LineSource} with what decides the end of a run of user-agent records. */
export interface GroupSource extends LineSource {
  readonly contentUsageIsRule: boolean;
}

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

/** All groups in file order by RFC 9309. Records before the first user-agent record are in none. */
export function groupsOf(source: GroupSource): readonly Group[] {
  const groups: MutableGroup[] = [];
  let isRunOpen = false;
  for (let row = 0; row < source.lines.length; row += ROW) {
    const kind = kindAt(source.lines, row);
    if (kind === LineKind.userAgent && !isRunOpen) groups.push(emptyGroup());
    if (kind === LineKind.userAgent) isRunOpen = true;
    else if (endsUserAgentRun(kind, source.contentUsageIsRule)) isRunOpen = false;
    const group = groups.at(-1);
    const record = group && recordAt(source, row);
    if (group && record) addTo(group, record, kind, source, row);
  }
  for (const group of groups) {
    for (const list of Object.values(group)) Object.freeze(list);
    Object.freeze(group);
  }
  return Object.freeze(groups);
}

/**
 * What ends a run of user-agent records: a rule, with a valid pattern or not. Nothing else does, neither a
 * blank line nor another record (RFC 9309 §2.2.4), unless the draft that makes Content-Usage a rule is followed.
 */
export function endsUserAgentRun(kind: LineKind.Any, contentUsageIsRule: boolean): boolean {
  return (
    kind === LineKind.allow ||
    kind === LineKind.disallow ||
    (contentUsageIsRule && kind === LineKind.contentUsage)
  );
}

interface MutableGroup extends Group {
  productTokens: string[];
  userAgents: DocumentRecord[];
  rules: DocumentRecord[];
  others: DocumentRecord[];
}

function emptyGroup(): MutableGroup {
  return { productTokens: [], userAgents: [], rules: [], others: [] };
}

function addTo(
  group: MutableGroup,
  record: DocumentRecord,
  kind: LineKind.Any,
  source: LineSource,
  row: number,
): void {
  if (kind === LineKind.userAgent) {
    group.userAgents.push(record);
    group.productTokens.push(tokenAt(source, row));
  } else if (kind === LineKind.allow || kind === LineKind.disallow) {
    group.rules.push(record);
  } else {
    group.others.push(record);
  }
}

/** The product token of a user-agent row, in the file's spelling. */
export function tokenAt({ octets, lines }: LineSource, row: number): string {
  const start = valueStartAt(lines, row);
  const end = valueEndAt(lines, row);
  return isStar(octets, start, end) ? '*' : textOf(octets, start, endOfToken(octets, start, end));
}

/** Whether a user-agent row has a product token: {@link tokenAt} is not empty. */
export function hasToken({ octets, lines }: LineSource, row: number): boolean {
  const start = valueStartAt(lines, row);
  const end = valueEndAt(lines, row);
  return isStar(octets, start, end) || endOfToken(octets, start, end) > start;
}
