/**
 * The scanner: finds where lines and their parts begin and end (RFC 9309 §2.2), without allocating. All code that reads
 * a robots.txt according to RFC 9309 uses these functions. Each octet is examined a bounded number of times, regardless
 * of the content.
 *
 * ```
 *     Disallow :  /private/   # not for robots
 *     ^         ^ ^        ^
 *     start     | |        value's end
 *               | value's start
 *               end of the head
 * ```
 */
import { byteOrderMarkLength } from '../bytes/body.ts';
import * as Octet from '../bytes/octet.ts';
import * as LineKind from './line-kind.ts';
import { LineTableWriter } from './line-table.ts';
import * as Block from './octet-blocks.ts';
import { kindOfName } from './record-kind.ts';

// V8 inlines a module's own constants. It reads and checks imported constants on each use, which makes parsing 10 %
// slower.
const COLON = Octet.COLON;
const CR = Octet.CR;
const HASH = Octet.HASH;
const LF = Octet.LF;
const SP = Octet.SP;
const TAB = Octet.TAB;
const BELOW_0E = Block.BELOW_0E;
const BELOW_24 = Block.BELOW_24;
const KIND_BITS = LineKind.BITS;
const KIND_MASK = LineKind.MASK;
const OTHER = LineKind.other;

/** The table of all lines in `octets`. It has at most 8 octets per octet of input (`a\n` per line). */
export function scanLines(octets: Uint8Array): Int32Array {
  const blocks = Block.blocksOf(octets);
  const rows = new LineTableWriter();
  const { length } = octets;
  let line = 1;
  for (let at = byteOrderMarkLength(octets); ; ) {
    for (; at < length; at++) {
      const octet = octets[at] as number;
      if (octet > SP) break;
      // The CR of CR LF does not end a line by itself.
      if (octet === LF || (octet === CR && octets[at + 1] !== LF)) line++;
      else if (octet !== CR && octet !== SP && octet !== TAB) break;
    }
    if (at >= length) return rows.table();
    const start = at;
    const head = headAt(octets, blocks, start);
    const kind = (head & KIND_MASK) as LineKind.Any;
    at += head >>> KIND_BITS;
    const isRecord = kind >= OTHER;
    const valueStart = isRecord ? pastWhiteSpace(octets, at) : start;
    if (isRecord) at = endOfValue(octets, blocks, valueStart);
    rows.add(line, kind, start, valueStart, trimmedEnd(octets, valueStart, at));
    at = endOfLine(octets, blocks, at);
  }
}

/**
 * The head of the line that begins at `start`, the offset of its first octet that is not white space. The low bits of
 * the result contain the kind of the line, and the bits above them the length of the head. The head of a record is its
 * name, including the colon. The head of a comment or malformed line is all its text.
 */
export function headAt(octets: Uint8Array, blocks: DataView, start: number): number {
  return commonHead(octets, blocks, start) || uncommonHead(octets, blocks, start);
}

/** The bits that convert four letters to lower case, as one little-endian number. */
const LOWER_CASE = 0x20202020;
const DISA = 0x61736964;
const LLOW = 0x776f6c6c;
const ALLO = 0x6f6c6c61;
const USER = 0x72657375;
const _AGE = 0x6567612d;
const NT_COLON = 0x3a746e00;

const DISALLOW: number = (9 << KIND_BITS) | LineKind.disallow;
const ALLOW: number = (6 << KIND_BITS) | LineKind.allow;
const USER_AGENT: number = (11 << KIND_BITS) | LineKind.userAgent;

/**
 * The head of the line at `start` if it is one of the three most common records; otherwise 0. Two or three comparisons
 * of four octets recognize these records.
 */
function commonHead(octets: Uint8Array, blocks: DataView, start: number): number {
  if (start + 12 > octets.length) return 0;
  const first = blocks.getInt32(start, true) | LOWER_CASE;
  if (first === ALLO) {
    return ((octets[start + 4] as number) | 0x20) === 0x77 && octets[start + 5] === COLON ? ALLOW : 0;
  }
  const second = blocks.getInt32(start + 4, true) | LOWER_CASE;
  if (first === DISA) return second === LLOW && octets[start + 8] === COLON ? DISALLOW : 0;
  // The hyphen is compared without case folding, which would make 0x0D equal to it.
  return first === USER &&
    second === _AGE &&
    octets[start + 4] === Octet.HYPHEN &&
    (blocks.getInt32(start + 8, true) | LOWER_CASE) << 8 === NT_COLON &&
    octets[start + 10] === COLON
    ? USER_AGENT
    : 0;
}

function uncommonHead(octets: Uint8Array, blocks: DataView, start: number): number {
  let end = start - 1;
  do end = Block.firstOfText(octets, blocks, end + 1);
  while (end < octets.length && !endsName(octets[end] as number));
  if (octets[end] === COLON) {
    const kind = kindOfName(octets, start, trimmedEnd(octets, start, end));
    return ((end + 1 - start) << KIND_BITS) | kind;
  }
  if (octets[start] !== HASH) return ((end - start) << KIND_BITS) | LineKind.malformed;
  return ((endOfLine(octets, blocks, end) - start) << KIND_BITS) | LineKind.comment;
}

/** Skips white space and line ends from `from`: returns the start of the next line that is not blank. */
export function pastBlank(octets: Uint8Array, from: number): number {
  const { length } = octets;
  let at = from;
  for (; at < length; at++) {
    const octet = octets[at] as number;
    if (octet > SP || (octet !== LF && octet !== CR && octet !== SP && octet !== TAB)) break;
  }
  return at;
}

export function pastWhiteSpace(octets: Uint8Array, from: number): number {
  let at = from;
  while (Octet.isWhiteSpace(octets[at])) at++;
  return at;
}

/**
 * The end of the value that begins at `start`, including trailing white space: the offset of the next `#` or line end,
 * or the end of the octets.
 */
export function endOfValue(octets: Uint8Array, blocks: DataView, start: number): number {
  let at = start - 1;
  do at = Block.firstBelow(octets, blocks, at + 1, BELOW_24);
  while (at < octets.length && octets[at] !== HASH && !Octet.isLineEnd(octets[at]));
  return at;
}

export function endOfLine(octets: Uint8Array, blocks: DataView, from: number): number {
  let at = from - 1;
  do at = Block.firstBelow(octets, blocks, at + 1, BELOW_0E);
  while (at < octets.length && !Octet.isLineEnd(octets[at]));
  return at;
}

/** `end`, moved back to exclude any white space before it. */
export function trimmedEnd(octets: Uint8Array, start: number, end: number): number {
  let trimmed = end;
  while (trimmed > start && Octet.isWhiteSpace(octets[trimmed - 1])) trimmed--;
  return trimmed;
}

function endsName(octet: number): boolean {
  return octet === COLON || octet === HASH || Octet.isLineEnd(octet);
}
