/**
 * The scanner for dialects. It creates the same kind of line table as `parse/scan.ts`, but according to a dialect's
 * facts. Offsets refer to the octets of the file even if the dialect reads only part of a line. Line numbers follow RFC
 * 9309 in every dialect, so a line has the same number everywhere.
 */

import type { Encoding } from '../../bytes/body.ts';
import { lineEndLength, skipBackward, skipForward } from '../../bytes/code-points.ts';
import { COLON, CR, HASH, isLineEnd, isWhiteSpace, LF } from '../../bytes/octet.ts';
import * as LineKind from '../../parse/line-kind.ts';
import { LineTableWriter } from '../../parse/line-table.ts';
import { lineKindOf, type RecordKind } from '../../parse/record-kind.ts';
import type { DialectFacts, NameFacts } from './facts.ts';
import { FileText } from './file-text.ts';
import { folded } from './letter-case.ts';
import { looksLikeMarkup } from './markup.ts';
import type { LineContext } from './own-way.ts';

// Reads a record's name according to a dialect's facts: finds the separator between name and value, and the kind of the
// record.

/** The end of a line's name, and the start of the text after the separator. */
interface Separation {
  readonly nameEnd: number;
  readonly rest: number;
}

/** The separator in the trimmed line from `start` to `end`; `lineEnd` is the end of the untrimmed line. */
function separationOf(
  octets: Uint8Array,
  start: number,
  end: number,
  lineEnd: number,
  facts: NameFacts,
): Separation | undefined {
  for (let at = start; at < end; at++) {
    if (octets[at] === COLON) return { nameEnd: at, rest: at + 1 };
  }
  switch (facts.withoutColon) {
    case 'two-words':
      return betweenTwoWords(octets, start, end);
    case 'first-space':
      return firstSpace(octets, start, lineEnd);
    default:
      return undefined;
  }
}

function firstSpace(octets: Uint8Array, start: number, end: number): Separation | undefined {
  let at = start;
  while (at < end && !isWhiteSpace(octets[at])) at++;
  return at < end ? { nameEnd: at, rest: at + 1 } : undefined;
}

function betweenTwoWords(octets: Uint8Array, start: number, end: number): Separation | undefined {
  const space = firstSpace(octets, start, end);
  if (!space) return undefined;
  let word = space.rest;
  while (word < end && isWhiteSpace(octets[word])) word++;
  return firstSpace(octets, word, end) ? undefined : space;
}

function kindByFacts(text: string, facts: NameFacts): LineKind.Any {
  if (facts.onlyWordNames && !WORD_NAME.test(text)) return LineKind.malformed;
  const { byName, inOrder } = namesOf(facts);
  const { letterCase } = facts;
  if (typeof letterCase !== 'string') {
    return inOrder.find(([known]) => letterCase.run(text, known))?.[1] ?? LineKind.other;
  }
  const name = folded(text, letterCase);
  const exact = byName.get(name);
  if (exact !== undefined || facts.match === 'exact') return exact ?? LineKind.other;
  return inOrder.find(([known]) => name.startsWith(known))?.[1] ?? LineKind.other;
}

const WORD_NAME = /^[A-Za-z0-9-]+$/;

interface KnownNames {
  readonly byName: ReadonlyMap<string, LineKind.Any>;
  readonly inOrder: readonly (readonly [string, LineKind.Any])[];
}

const cache = new WeakMap<NameFacts, KnownNames>();

function namesOf(facts: NameFacts): KnownNames {
  let names = cache.get(facts);
  if (!names) {
    const inOrder = Object.entries(facts.known).flatMap(([kind, spellings]) =>
      spellings.map((spelling) => [spelling, lineKindOf(kind as RecordKind)] as const),
    );
    names = { byName: new Map(inOrder), inOrder };
    cache.set(facts, names);
  }
  return names;
}

/** Creates the line table of `octets` as the dialect reads them. Linear in the octets. */
export function scanByFacts(
  octets: Uint8Array,
  facts: DialectFacts,
  encoding: Encoding = 'utf-8',
): Int32Array {
  const writer = new LineTableWriter();
  const text = new FileText(octets);
  const isMarkup = facts.lines.markup === 'stripped' && looksLikeMarkup(octets);
  // The decoder has already removed the byte order mark of UTF-16, and a second mark is text.
  let start = encoding === 'utf-8' ? markLength(octets, facts) : 0;
  let line = 1;
  const nul = facts.lines.nul === 'ends-file' ? octets.indexOf(0) : -1;
  const fileEnd = nul < 0 ? octets.length : nul;
  let textEnd = fileEnd;
  while (textEnd > 0 && isLineEnd(octets[textEnd - 1])) textEnd--;
  for (let at = start; at <= fileEnd; ) {
    if (at < fileEnd && isPrintable(octets[at] as number)) {
      at++;
      continue;
    }
    const length = at === fileEnd ? 1 : lineEndLength(octets, at, facts.lines.ends);
    if (length === 0) {
      if (isPhysicalEnd(octets, at)) line++;
      at++;
      continue;
    }
    const context = { hasEnd: at < fileEnd, isLast: at >= textEnd, isMarkup };
    const source = { octets, text, start, end: at, line, context };
    readLine(writer, source, facts);
    if (at < fileEnd && isPhysicalEnd(octets, at + length - 1)) line++;
    at += length;
    start = at;
  }
  return writer.table();
}

interface LineSource {
  readonly octets: Uint8Array;
  readonly text: FileText;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly context: LineContext;
}

/** Whether the octet is a printable ASCII character. No dialect ends a line with such a character. */
function isPrintable(octet: number): boolean {
  return octet >= 0x20 && octet < 0x7f;
}

/** Whether a line ends at `at` according to RFC 9309. CR LF counts as one line end. */
function isPhysicalEnd(octets: Uint8Array, at: number): boolean {
  return octets[at] === LF || (octets[at] === CR && octets[at + 1] !== LF);
}

function markLength(octets: Uint8Array, { lines }: DialectFacts): number {
  if (lines.byteOrderMark === 'kept') return 0;
  let length = 0;
  while (length < 3 && octets[length] === BYTE_ORDER_MARK[length]) length++;
  return length === 3 || lines.byteOrderMark === 'skipped-even-partial' ? length : 0;
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

function readLine(writer: LineTableWriter, source: LineSource, facts: DialectFacts): void {
  const { octets, text, start, line } = source;
  const end = visibleEnd(source, facts);
  if (facts.names.read) {
    for (const part of facts.names.read.run(text.part(start, end, 'octets'), source.context)) {
      writer.add(line, part.kind, start + part.start, start + part.valueStart, start + part.valueEnd);
    }
    return;
  }
  const commentAt = commentStart(octets, start, end, facts);
  const textStart = skipForward(octets, start, commentAt, facts.lines.whiteSpace);
  if (textStart === commentAt) {
    writeEmpty(writer, source, commentAt, end, facts);
    return;
  }
  writeRecord(writer, source, textStart, commentAt, facts);
}

/** The end of the part of the line that the dialect reads. The dialect may cut long lines or stop at a NUL. */
function visibleEnd({ octets, start, end }: LineSource, { lines }: DialectFacts): number {
  const limit = Math.min(end, start + (lines.maxLineOctets ?? Number.POSITIVE_INFINITY));
  if (lines.nul !== 'hides-rest') return limit;
  const nul = octets.subarray(start, limit).indexOf(0);
  return nul < 0 ? limit : start + nul;
}

function commentStart(octets: Uint8Array, start: number, end: number, { lines }: DialectFacts): number {
  for (let at = start; at < end; at++) {
    if (octets[at] !== HASH) continue;
    if (lines.comment === 'anywhere' || at === start || lines.whiteSpace.has(octets[at - 1] as number))
      return at;
  }
  return end;
}

function writeEmpty(
  writer: LineTableWriter,
  { line, start, end: lineEnd }: LineSource,
  commentAt: number,
  end: number,
  { lines }: DialectFacts,
): void {
  if (commentAt < end) writer.add(line, LineKind.comment, commentAt, commentAt, end);
  else if (
    lines.blankLine === 'blank-ends-group' ||
    (lines.blankLine === 'empty-ends-group' && lineEnd === start)
  )
    writer.add(line, LineKind.blank, start, start, start);
}

function writeRecord(
  writer: LineTableWriter,
  { octets, text, line }: LineSource,
  start: number,
  textEnd: number,
  { lines, names }: DialectFacts,
): void {
  const end = skipBackward(octets, start, textEnd, lines.whiteSpace);
  const found = separationOf(octets, start, end, textEnd, names);
  const nameEnd = found ? skipBackward(octets, start, found.nameEnd, lines.whiteSpace) : start;
  if (!found || (nameEnd === start && names.namelessIsNoRecord)) {
    writer.add(line, LineKind.malformed, start, start, end);
    return;
  }
  const valueStart = Math.min(skipForward(octets, found.rest, textEnd, lines.whiteSpace), textEnd);
  const valueEnd = Math.max(valueStart, end);
  const kind = kindByFacts(text.part(start, nameEnd, 'utf-8'), names);
  const isUnknown = names.emptyIsUnknown === true && valueStart === valueEnd;
  writer.add(line, isUnknown ? LineKind.other : kind, start, valueStart, valueEnd);
}
