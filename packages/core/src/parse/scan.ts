/**
 * The scanner: octets to lines, one at a time, without allocating (RFC 9309 §2.2). Everything that reads a
 * robots.txt reads through it. Each octet is looked at a bounded number of times, whatever the content.
 */
import { byteOrderMarkLength } from '../bytes/body.ts';
import { COLON, CR, HASH, HYPHEN, isLineEnd, isWhiteSpace, LF, SP, TAB } from '../bytes/octet.ts';
import * as LineKind from './line-kind.ts';
import { BELOW_0E, BELOW_24, blocksOf, firstBelow, firstOfText, skipSpaces } from './octet-blocks.ts';
import { kindOfName } from './record-kind.ts';

/**
 * Steps through the lines that are not blank. After {@link next} answered true, the fields describe the line:
 *
 * ```
 *     Disallow :  /private/   # not for robots
 *     ^           ^        ^
 *     start       |        valueEnd
 *                 valueStart
 * ```
 */
export class LineScanner {
  kind: LineKind.Any = LineKind.comment;
  /** Counted from 1. */
  line = 0;
  /** The first octet of the line that is no white space. */
  start = 0;
  /** The first octet of the value; of a comment or a malformed line: {@link start}. */
  valueStart = 0;
  /** One past the value's last octet, trailing white space left out. */
  valueEnd = 0;

  readonly #octets: Uint8Array;
  readonly #blocks: DataView;
  /** Up to here four octets can be read at once. */
  readonly #lastBlock: number;
  #at: number;
  #line = 1;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
    this.#blocks = blocksOf(octets);
    this.#lastBlock = octets.length - 3;
    this.#at = byteOrderMarkLength(octets);
  }

  /** Moves to the next line that is not blank; false at the end of the octets. */
  next(): boolean {
    const start = this.#skipBlank();
    if (start >= this.#octets.length) return false;
    this.line = this.#line;
    this.start = start;
    if (this.#readName(start)) this.readValue();
    return true;
  }

  /**
   * Moves to the next record whose name may begin with one of `letters` ({@link letterBits}), up to its value: then
   * {@link readValue} or {@link skipValue} must be called. What is passed is passed at two to three times the speed,
   * and lines are not counted.
   */
  nextRecord(letters: number): boolean {
    const octets = this.#octets;
    const blocks = this.#blocks;
    const last = this.#lastBlock;
    const { length } = octets;
    for (let at = this.#at; ; at = endOfLine(octets, blocks, at, last)) {
      while (at < length && isBlank(octets[at] as number)) at++;
      if (at >= length) return false;
      if (((letters >>> ((octets[at] as number) & 31)) & 1) === 1 && this.#readName(at)) return true;
    }
  }

  /** Reads the name of the record at `start`, up to its value; false for a line without one, which is read whole. */
  #readName(start: number): boolean {
    const octets = this.#octets;
    const common = commonName(octets, this.#blocks, start);
    let at = start + common;
    if (common !== 0)
      this.kind = common === 9 ? LineKind.disallow : common === 6 ? LineKind.allow : LineKind.userAgent;
    else {
      this.start = start;
      at = this.#endOfName(start);
      if (octets[at] !== COLON) {
        this.#readTextLine(at);
        return false;
      }
      this.kind = kindOfName(octets, start, this.#trimmed(start, at));
      at++;
    }
    while (isWhiteSpace(octets[at])) at++;
    this.valueStart = at;
    return true;
  }

  /** Past white space and line ends, counting lines; CR LF is one line end. */
  #skipBlank(): number {
    const octets = this.#octets;
    const { length } = octets;
    let at = this.#at;
    for (; at < length; at++) {
      const octet = octets[at] as number;
      if (octet > SP) break;
      if (octet === SP && octets[at + 1] === SP) at = skipSpaces(this.#blocks, at + 2, this.#lastBlock) - 1;
      else if (octet === LF || (octet === CR && octets[at + 1] !== LF)) this.#line++;
      else if (octet !== SP && octet !== TAB && octet !== CR) break;
    }
    this.#at = at;
    return at;
  }

  /** The first colon, `#` or line end of the line: where its name ends, if a colon. */
  #endOfName(start: number): number {
    const octets = this.#octets;
    for (let at = start; ; at++) {
      at = firstOfText(octets, this.#blocks, at, this.#lastBlock);
      if (at >= octets.length || endsName(octets[at] as number)) return at;
    }
  }

  /** Reads the value that begins at {@link valueStart}. */
  readValue(): void {
    const octets = this.#octets;
    let at = this.valueStart;
    for (; ; at++) {
      at = firstBelow(octets, this.#blocks, at, this.#lastBlock, BELOW_24);
      if (at >= octets.length || endsValue(octets[at] as number)) break;
    }
    this.valueEnd = this.#trimmed(this.valueStart, at);
    this.#at = octets[at] === HASH ? endOfLine(octets, this.#blocks, at, this.#lastBlock) : at;
  }

  /** Passes the value that begins at {@link valueStart} without reading it. */
  skipValue(): void {
    this.#at = endOfLine(this.#octets, this.#blocks, this.valueStart, this.#lastBlock);
  }

  /** A comment, or text without a colon up to `end`. */
  #readTextLine(end: number): void {
    const octets = this.#octets;
    const { start } = this;
    const isComment = octets[start] === HASH;
    this.kind = isComment ? LineKind.comment : LineKind.malformed;
    this.valueStart = start;
    const textEnd = isComment ? endOfLine(octets, this.#blocks, end, this.#lastBlock) : end;
    this.valueEnd = this.#trimmed(start, textEnd);
    this.#at = endOfLine(octets, this.#blocks, textEnd, this.#lastBlock);
  }

  #trimmed(start: number, end: number): number {
    let trimmed = end;
    while (trimmed > start && isWhiteSpace(this.#octets[trimmed - 1])) trimmed--;
    return trimmed;
  }
}

function endOfLine(octets: Uint8Array, blocks: DataView, from: number, last: number): number {
  let at = firstBelow(octets, blocks, from, last, BELOW_0E);
  while (at < octets.length && !isLineEnd(octets[at]))
    at = firstBelow(octets, blocks, at + 1, last, BELOW_0E);
  return at;
}

/** Four letters in lower case, as one little-endian number. */
const LOWER_CASE = 0x20202020;
const DISA = 0x61736964;
const LLOW = 0x776f6c6c;
const ALLO = 0x6f6c6c61;
const USER = 0x72657375;
const _AGE = 0x6567612d;
const NT_COLON = 0x3a746e00;

/**
 * Octets of the name at `start` and its colon, if it is one of the three names that nearly every line has; otherwise 0.
 * They are told by two or three comparisons, four octets each.
 */
function commonName(octets: Uint8Array, blocks: DataView, start: number): 0 | 6 | 9 | 11 {
  if (start + 12 > octets.length) return 0;
  switch (blocks.getInt32(start, true) | LOWER_CASE) {
    case DISA:
      return (blocks.getInt32(start + 4, true) | LOWER_CASE) === LLOW && octets[start + 8] === COLON ? 9 : 0;
    case ALLO:
      return ((octets[start + 4] as number) | 0x20) === 0x77 && octets[start + 5] === COLON ? 6 : 0;
    case USER:
      // Case folding would take 0x0D for the hyphen.
      return (blocks.getInt32(start + 4, true) | LOWER_CASE) === _AGE &&
        octets[start + 4] === HYPHEN &&
        (blocks.getInt32(start + 8, true) | LOWER_CASE) << 8 === NT_COLON &&
        octets[start + 10] === COLON
        ? 11
        : 0;
    default:
      return 0;
  }
}

/** One bit for each of the lower-case `letters`; other octets that share its five lowest bits are taken for a letter. */
export function letterBits(letters: string): number {
  let bits = 0;
  for (const letter of letters) bits |= 1 << (letter.charCodeAt(0) & 31);
  return bits;
}

function isBlank(octet: number): boolean {
  return octet <= SP && (octet === LF || octet === CR || octet === SP || octet === TAB);
}

function endsName(octet: number): boolean {
  return octet === COLON || endsValue(octet);
}

function endsValue(octet: number): boolean {
  return octet === HASH || isLineEnd(octet);
}
