/**
 * The scanner: where lines and what stands in them begin and end (RFC 9309 §2.2), without allocating. Everything that
 * reads a robots.txt by the RFC reads it with these functions. Each octet is looked at a bounded number of times, whatever
 * the content.
 *
 * ```
 *     Disallow :  /private/   # not for robots
 *     ^         ^ ^        ^
 *     start     | |        value's end
 *               | value's start
 *               end of the head
 * ```
 */
import { COLON, CR, HASH, HYPHEN, isLineEnd, isWhiteSpace, LF, SP, TAB } from '../bytes/octet.ts';
import * as LineKind from './line-kind.ts';
import { BELOW_0E, BELOW_24, firstBelow, firstOfText } from './octet-blocks.ts';
import { kindOfName } from './record-kind.ts';

/** A {@link headAt} holds the line's kind in so many bits, and above them how long the head is. */
export const KIND_BITS = 5;
export const KIND_MASK: number = 2 ** KIND_BITS - 1;

/**
 * What begins the line at `start`, its first octet that is no white space: the kind of the line, and how long its head
 * is. The head of a record is its name up to the colon and with it; of a comment or malformed line it is all its text.
 */
export function headAt(octets: Uint8Array, blocks: DataView, start: number): number {
  return commonHead(octets, blocks, start) || uncommonHead(octets, blocks, start);
}

/** Four letters in lower case, as one little-endian number. */
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
 * The head of the line at `start` if it is one of the three that nearly every record has, otherwise 0. They are told by
 * two or three comparisons, four octets each.
 */
function commonHead(octets: Uint8Array, blocks: DataView, start: number): number {
  if (start + 12 > octets.length) return 0;
  const first = blocks.getInt32(start, true) | LOWER_CASE;
  if (first === ALLO) {
    return ((octets[start + 4] as number) | 0x20) === 0x77 && octets[start + 5] === COLON ? ALLOW : 0;
  }
  const second = blocks.getInt32(start + 4, true) | LOWER_CASE;
  if (first === DISA) return second === LLOW && octets[start + 8] === COLON ? DISALLOW : 0;
  // Case folding would take 0x0D for the hyphen.
  return first === USER &&
    second === _AGE &&
    octets[start + 4] === HYPHEN &&
    (blocks.getInt32(start + 8, true) | LOWER_CASE) << 8 === NT_COLON &&
    octets[start + 10] === COLON
    ? USER_AGENT
    : 0;
}

function uncommonHead(octets: Uint8Array, blocks: DataView, start: number): number {
  let end = start - 1;
  do end = firstOfText(octets, blocks, end + 1);
  while (end < octets.length && !endsName(octets[end] as number));
  if (octets[end] === COLON) {
    const kind = kindOfName(octets, start, trimmedEnd(octets, start, end));
    return ((end + 1 - start) << KIND_BITS) | kind;
  }
  if (octets[start] !== HASH) return ((end - start) << KIND_BITS) | LineKind.malformed;
  return ((endOfLine(octets, blocks, end) - start) << KIND_BITS) | LineKind.comment;
}

/** Past white space and line ends from `from` on: where the next line that is not blank starts. */
export function pastBlank(octets: Uint8Array, from: number): number {
  const { length } = octets;
  let at = from;
  for (; at < length; at++) {
    const octet = octets[at] as number;
    if (octet > SP || (octet !== LF && octet !== CR && octet !== SP && octet !== TAB)) break;
  }
  return at;
}

/** Past white space from `from` on. */
export function pastWhiteSpace(octets: Uint8Array, from: number): number {
  let at = from;
  while (isWhiteSpace(octets[at])) at++;
  return at;
}

/** Where the value that begins at `start` ends, white space at its end counted: at a `#`, a line end or the octets' end. */
export function endOfValue(octets: Uint8Array, blocks: DataView, start: number): number {
  let at = start - 1;
  do at = firstBelow(octets, blocks, at + 1, BELOW_24);
  while (at < octets.length && octets[at] !== HASH && !isLineEnd(octets[at]));
  return at;
}

/** Where the line ends in which `from` stands. */
export function endOfLine(octets: Uint8Array, blocks: DataView, from: number): number {
  let at = from - 1;
  do at = firstBelow(octets, blocks, at + 1, BELOW_0E);
  while (at < octets.length && !isLineEnd(octets[at]));
  return at;
}

/** `end`, or before the white space that stands before it. */
export function trimmedEnd(octets: Uint8Array, start: number, end: number): number {
  let trimmed = end;
  while (trimmed > start && isWhiteSpace(octets[trimmed - 1])) trimmed--;
  return trimmed;
}

function endsName(octet: number): boolean {
  return octet === COLON || octet === HASH || isLineEnd(octet);
}
