/**
 * Determines whether a dialect finds the same records in two files. If it does, it gives the same verdicts for both.
 */
import { COLON } from '../../bytes/octet.ts';
import { areSameOctets } from '../../bytes/same-octets.ts';
import type { FirstDifference } from '../../parse/dialect-reader.ts';
import * as LineKind from '../../parse/line-kind.ts';
import { kindAt, lineAt, ROW, startAt, valueEndAt, valueStartAt } from '../../parse/line-table.ts';
import type { LineSource } from '../../parse/records.ts';
import type { DialectFacts } from './facts.ts';
import { looksLikeMarkup, namesUserAgent } from './markup.ts';
import { decodeAs } from './text-model.ts';
import { taken } from './value.ts';

/** The first difference between two files in a dialect; `undefined` if the files contain the same relevant records. */
export function firstDifference(
  before: LineSource,
  after: LineSource,
  facts: DialectFacts,
): FirstDifference | undefined {
  const rows = [rowsThatMatter(before, facts), rowsThatMatter(after, facts)] as const;
  if (facts.lines.markup === 'stripped' && !lookAlike(before, after)) {
    return { before: 1, after: 1 };
  }
  for (let at = 0; ; at++) {
    const [one, other] = [rows[0][at], rows[1][at]];
    if (one === undefined && other === undefined) return undefined;
    if (one !== undefined && other !== undefined && isSameRow(before, one, after, other, facts)) continue;
    return {
      before: one === undefined ? undefined : lineAt(before.lines, one),
      after: other === undefined ? undefined : lineAt(after.lines, other),
    };
  }
}

function lookAlike({ octets: one }: LineSource, { octets: other }: LineSource): boolean {
  return looksLikeMarkup(one) === looksLikeMarkup(other) && namesUserAgent(one) === namesUserAgent(other);
}

/**
 * Rows of records, and of blank lines that may end a group. A blank line is skipped if no group is open, and between a
 * rule and the next group, where the group ends even without it.
 */
function rowsThatMatter({ lines }: LineSource, facts: DialectFacts): readonly number[] {
  const rows: number[] = [];
  for (let row = 0; row < lines.length; row += ROW) {
    const kind = kindAt(lines, row);
    if (kind === LineKind.comment || kind === LineKind.malformed) continue;
    const last = rows.at(-1);
    const lastKind = last === undefined ? LineKind.blank : kindAt(lines, last);
    if (kind === LineKind.blank && lastKind === LineKind.blank) continue;
    const beginsGroup = kind === LineKind.userAgent && valueStartAt(lines, row) < valueEndAt(lines, row);
    if (beginsGroup && isBlankAfterRule(rows, lines, facts)) rows.pop();
    rows.push(row);
  }
  if (isBlankAfterRule(rows, lines, facts)) rows.pop();
  return rows;
}

function isBlankAfterRule(rows: readonly number[], lines: Int32Array, { runs }: DialectFacts): boolean {
  const [before, last] = [rows.at(-2), rows.at(-1)];
  if (before === undefined || last === undefined || kindAt(lines, last) !== LineKind.blank) return false;
  return runs.endedBy.has(kindAt(lines, before));
}

function isSameRow(
  before: LineSource,
  one: number,
  after: LineSource,
  other: number,
  facts: DialectFacts,
): boolean {
  const kind = kindAt(before.lines, one);
  if (kind !== kindAt(after.lines, other)) return false;
  if (kind === LineKind.other) return hasName(before, one) === hasName(after, other);
  const value = valueOctets(before, one);
  if (!areSameOctets(value, valueOctets(after, other))) return false;
  if (facts.names.read?.value === undefined) return true;
  const text = decodeAs(facts.normalising.text, value, 0, value.length);
  return taken(text, before, one, facts) === taken(text, after, other, facts);
}

/**
 * Whether the record has a name. In some dialects, a record without a name joins the next group to the previous one.
 */
function hasName({ octets, lines }: LineSource, row: number): boolean {
  return octets[startAt(lines, row)] !== COLON;
}

function valueOctets({ octets, lines }: LineSource, row: number): Uint8Array {
  return octets.subarray(valueStartAt(lines, row), valueEndAt(lines, row));
}
