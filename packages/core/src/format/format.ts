/**
 * The canonical form of a robots.txt: the same records, comments and unreadable lines in the same order, in uniform
 * spelling. Formatting changes no verdict under RFC 9309, and formatting twice has the same result as formatting once.
 * For other dialects, `proveSameVerdicts` shows whether a verdict changes.
 *
 * - Records have the form `Name: value`. Known names have their usual spelling; unknown names stay as written.
 * - Two spaces precede a comment after a record. Comments stay unchanged, octet by octet.
 * - Lines have no white space at either end. The last line has a line end.
 * - There is at most one blank line in a row, and none at either end of the file. One blank line precedes each group,
 *   because older parsers need it. One also precedes records that belong to no group (Sitemap, Host, Clean-param), if
 *   nothing else follows the group. No blank line is added or removed inside a group, because for older parsers it ends
 *   the group.
 * - All line ends are of one kind, the most frequent one in the file.
 * - The encoding is UTF-8 without a byte order mark.
 */

import { type Body, byteOrderMarkLength, toOctets } from '../bytes/body.ts';
import { concatenated } from '../bytes/edit.ts';
import { COLON, CR, isWhiteSpace, LF } from '../bytes/octet.ts';
import { decodeUtf8, encodeUtf8 } from '../bytes/utf-8.ts';
import { RobotsDocument } from '../parse/document.ts';
import { type GroupRows, groupTable } from '../parse/group-table.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, lineAt, ROW, startAt, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import { fileKinds, lineKindOf, type RecordKind, recordKindOf } from '../parse/record-kind.ts';
import { endOfName } from '../parse/records.ts';
import { scanLines } from '../parse/scan.ts';

/**
 * For each group that is directly followed by records that belong to no group, the row of the first of these records.
 * The records count only if no other record comes between them and the next blank line, the next user-agent record or
 * the end of the file. A blank line inserted above the row therefore has no effect, even in parsers that end a group at
 * a blank line.
 */
function rowsBehindGroups(table: Int32Array): ReadonlySet<number> {
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

/** The result type: a string for a string; octets for octets or a document. */
export type Formatted<B> = B extends string ? string : Uint8Array;

/**
 * `body` in canonical form, of the same type; octets for a document. Octets that are not valid UTF-8 stay unchanged.
 * The whole body is formatted, regardless of its length. If `body` is a document, the part that was parsed is
 * formatted.
 *
 * @throws {TypeError} If `body` is neither a string, nor a `Uint8Array`, nor a document.
 * @example
 * ```ts
 * format('user-agent:*\n\n\nDISALLOW :/a   # carts'); // 'User-agent: *\n\nDisallow: /a  # carts\n'
 * ```
 */
export function format<B extends Body | RobotsDocument>(body: B): Formatted<B> {
  const { octets } = toOctets(body instanceof RobotsDocument ? body.octets : body, Number.POSITIVE_INFINITY);
  const lines = canonicalLines(octets);
  const end = encodeUtf8(lineEndOf(octets));
  const formatted = concatenated([markBefore(lines[0] ?? BLANK), ...lines.flatMap((line) => [line, end])]);
  return (typeof body === 'string' ? decodeUtf8(formatted) : formatted) as Formatted<B>;
}

const BLANK = new Uint8Array(0);

function canonicalLines(octets: Uint8Array): Uint8Array[] {
  const table = scanLines(octets);
  const groups = groupTable({ lines: table, contentUsageIsRule: false });
  const apart = rowsSetApart(table, groups);
  const lines: Uint8Array[] = [];
  let previous = 0;
  let commentsBefore = 0;
  for (let row = 0; row < table.length; row += ROW) {
    const kind = kindAt(table, row);
    const line = lineAt(table, row);
    if (lines.length > 0 && line > previous + 1) {
      lines.push(BLANK);
      commentsBefore = 0;
    }
    if (apart.has(row)) separate(lines, commentsBefore);
    commentsBefore = kind === LineKind.comment ? commentsBefore + 1 : 0;
    lines.push(canonicalLine(octets, table, row, kind));
    previous = line;
  }
  return lines;
}

/**
 * Rows before which a blank line belongs: the first row of each group and, if records outside any group follow a group,
 * the first of those records. Consecutive user-agent records stay together.
 */
function rowsSetApart(table: Int32Array, groups: readonly GroupRows[]): ReadonlySet<number> {
  const rows = new Set(rowsBehindGroups(table));
  for (const { start, runEnd } of groups) {
    for (let row = start; row < runEnd; row += ROW) rows.delete(row);
    rows.add(start);
  }
  return rows;
}

/** Inserts one blank line before a row that is set apart, or before the comments directly above it. */
function separate(lines: Uint8Array[], commentsBefore: number): void {
  const at = lines.length - commentsBefore;
  if (at > 0 && lines[at - 1] !== BLANK) lines.splice(at, 0, BLANK);
}

function canonicalLine(octets: Uint8Array, table: Int32Array, row: number, kind: LineKind.Any): Uint8Array {
  const start = startAt(table, row);
  const valueEnd = Math.max(valueStartAt(table, row), valueEndAt(table, row));
  const comment = commentAfter(octets, valueEnd);
  const name = recordKindOf(kind);
  const text = name ? record(octets, table, row, name) : octets.subarray(start, valueEnd);
  return comment.length === 0 ? text : concatenated([text, TWO_SPACES, comment]);
}

const TWO_SPACES = encodeUtf8('  ');
const COLON_OCTET = Uint8Array.of(COLON);
const COLON_SPACE = encodeUtf8(': ');

function record(octets: Uint8Array, table: Int32Array, row: number, kind: RecordKind): Uint8Array {
  const value = octets.subarray(valueStartAt(table, row), valueEndAt(table, row));
  const name =
    kind === 'other'
      ? octets.subarray(startAt(table, row), endOfName(octets, startAt(table, row)))
      : encodeUtf8(usualSpelling(kind));
  return concatenated(value.length === 0 ? [name, COLON_OCTET] : [name, COLON_SPACE, value]);
}

/** The usual spelling of a known name: as in its specification, or with an initial capital. */
function usualSpelling(kind: RecordKind): string {
  return SPECIFIED.get(kind) ?? kind.charAt(0).toUpperCase() + kind.slice(1);
}

const SPECIFIED: ReadonlyMap<RecordKind, string> = new Map([
  ['content-signal', 'Content-Signal'],
  ['content-usage', 'Content-Usage'],
]);

/**
 * The comment after a record or an unreadable line, from its `#` to its last octet that is not white space. Empty if
 * there is no comment.
 */
function commentAfter(octets: Uint8Array, from: number): Uint8Array {
  let start = from;
  while (isWhiteSpace(octets[start])) start++;
  let end = start;
  while (end < octets.length && octets[end] !== LF && octets[end] !== CR) end++;
  while (isWhiteSpace(octets[end - 1])) end--;
  return octets.subarray(start, end);
}

/**
 * A byte order mark to write before `line`, if needed. Formatting may remove text at the start of the file. If the
 * first line then begins with a byte order mark, parsers would skip the mark or read the file as UTF-16. An additional
 * mark prevents this.
 */
function markBefore(line: Uint8Array): Uint8Array {
  const [first, second] = line;
  const isUtf16Mark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isUtf16Mark || byteOrderMarkLength(line) > 0 ? MARK : BLANK;
}

const MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/** The most frequent kind of line end; LF if there are none, or if two kinds are equally frequent. */
function lineEndOf(octets: Uint8Array): '\n' | '\r\n' | '\r' {
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  for (let at = 0; at < octets.length; at++) {
    if (octets[at] === LF) octets[at - 1] === CR ? crlf++ : lf++;
    else if (octets[at] === CR && octets[at + 1] !== LF) cr++;
  }
  if (crlf > lf && crlf >= cr) return '\r\n';
  return cr > lf ? '\r' : '\n';
}
