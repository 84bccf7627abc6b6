/** Records as values: a view of the line table, created on request. */
import { byteOrderMarkLength } from '../bytes/body.ts';
import { COLON, CR, isWhiteSpace, LF } from '../bytes/octet.ts';
import type { Span } from '../bytes/span.ts';
import { textOf } from '../bytes/text.ts';
import { kindAt, lineAt, ROW, startAt, valueEndAt, valueStartAt } from './line-table.ts';
import { type RecordKind, recordKindOf } from './record-kind.ts';

/** One record of a robots.txt: a name, a colon, a value (RFC 9309 §2.2, §2.2.4). */
export interface DocumentRecord {
  readonly kind: RecordKind;
  /** The name as written. */
  readonly name: string;
  /** The value as written, without its comment or surrounding white space; ill-formed octets are percent-encoded. */
  readonly value: string;
  /** The line number, counted from 1. */
  readonly line: number;
  /** The column, in octets and counted from 1, where the name begins in its line. */
  readonly column: number;
  /** The octets from the start of the name to the end of the value. */
  readonly span: Span;
  readonly valueSpan: Span;
}

export interface LineSource {
  readonly octets: Uint8Array;
  readonly lines: Int32Array;
}

/** All records in file order; comments and lines without a colon are not records. */
export function recordsOf(source: LineSource): readonly DocumentRecord[] {
  const records: DocumentRecord[] = [];
  for (let row = 0; row < source.lines.length; row += ROW) {
    const record = recordAt(source, row);
    if (record) records.push(record);
  }
  return Object.freeze(records);
}

/** The record in a row of the line table; `undefined` for a comment or a line without a colon. */
export function recordAt({ octets, lines }: LineSource, row: number): DocumentRecord | undefined {
  const kind = recordKindOf(kindAt(lines, row));
  if (kind === undefined) return undefined;
  const start = startAt(lines, row);
  const valueStart = valueStartAt(lines, row);
  const valueEnd = valueEndAt(lines, row);
  return Object.freeze({
    kind,
    name: nameText(octets, start, valueStart),
    value: textOf(octets, valueStart, valueEnd),
    line: lineAt(lines, row),
    column: columnOf(octets, start),
    span: Object.freeze({ start, end: Math.max(valueEnd, valueStart) }),
    valueSpan: Object.freeze({ start: valueStart, end: valueEnd }),
  });
}

/** The column of an offset in its line, in octets, counted from 1. A byte order mark does not count as a column. */
export function columnOf(octets: Uint8Array, offset: number): number {
  const known = lastColumns.get(octets);
  const nearest = known && known.offset <= offset ? known.offset : 0;
  let lineStart = offset;
  while (lineStart > nearest && octets[lineStart - 1] !== LF && octets[lineStart - 1] !== CR) lineStart--;
  if (known && lineStart === known.offset) lineStart = known.lineStart;
  if (lineStart === 0 && byteOrderMarkLength(octets) <= offset) lineStart = byteOrderMarkLength(octets);
  lastColumns.set(octets, { offset, lineStart });
  return offset - lineStart + 1;
}

/**
 * A cache of the last column computed, because offsets are mostly visited in order and one line may contain many of
 * them.
 */
const lastColumns = new WeakMap<Uint8Array, { offset: number; lineStart: number }>();

export function nameText(octets: Uint8Array, start: number, valueStart: number = octets.length): string {
  return textOf(octets, start, endOfName(octets, start, valueStart));
}

/**
 * The end of the name of the record that begins at `start`, without white space before the colon. In dialects without a
 * colon, the name ends before the value.
 */
export function endOfName(octets: Uint8Array, start: number, valueStart: number = octets.length): number {
  let end = start;
  while (end < valueStart && octets[end] !== COLON) end++;
  while (end > start && isWhiteSpace(octets[end - 1])) end--;
  return end;
}
