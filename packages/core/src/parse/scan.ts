/**
 * The scanner: octets to lines, one at a time, without allocating (RFC 9309 §2.2). Everything that reads a
 * robots.txt reads through it. Each octet is looked at a bounded number of times, whatever the content.
 */
import { byteOrderMarkLength } from '../bytes/body.ts';
import { COLON, CR, HASH, HYPHEN, isWhiteSpace, LF, SP, TAB } from '../bytes/octet.ts';
import { blocksOf, skipAbove0d, skipAbove23, skipSpaces, skipText } from './octet-blocks.ts';
import { kindOfName, LineKind } from './record-kind.ts';

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
  kind: LineKind = LineKind.comment;
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
    const octets = this.#octets;
    const start = this.#skipBlank();
    if (start >= octets.length) return false;
    this.line = this.#line;
    this.start = start;
    if (octets[start] === HASH) {
      this.#readTextLine(start);
      return true;
    }
    const known = this.#commonName(start);
    if (known !== 0) {
      this.#readValue(start + known);
      return true;
    }
    const colon = this.#endOfName(start);
    if (octets[colon] === COLON) {
      this.kind = kindOfName(octets, start, this.#trimmed(start, colon));
      this.#readValue(colon + 1);
    } else {
      this.#readTextLine(colon);
    }
    return true;
  }

  /**
   * Moves to the next line that begins with `u` or `U`, as a user-agent record does: what stands in a group that is
   * somebody else's is passed at two to three times the speed.
   */
  nextLikeUserAgent(): boolean {
    const octets = this.#octets;
    for (;;) {
      const start = this.#skipBlank();
      if (start >= octets.length) return false;
      if (((octets[start] as number) | 0x20) === 0x75) return this.next();
      this.#at = this.#endOfLine(start);
    }
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

  /**
   * Octets of the name at `start` and its colon, if it is one of the three names that nearly every line has;
   * otherwise 0. They are told by two or three comparisons, four octets each.
   */
  #commonName(start: number): number {
    if (start + 12 > this.#octets.length) return 0;
    const blocks = this.#blocks;
    const octets = this.#octets;
    switch (blocks.getInt32(start, true) | LOWER_CASE) {
      case DISA:
        if ((blocks.getInt32(start + 4, true) | LOWER_CASE) !== LLOW || octets[start + 8] !== COLON) return 0;
        this.kind = LineKind.disallow;
        return 9;
      case ALLO:
        if (((octets[start + 4] as number) | 0x20) !== 0x77 || octets[start + 5] !== COLON) return 0;
        this.kind = LineKind.allow;
        return 6;
      case USER:
        // Case folding would take 0x0D for the hyphen.
        if ((blocks.getInt32(start + 4, true) | LOWER_CASE) !== _AGE || octets[start + 4] !== HYPHEN)
          return 0;
        if ((blocks.getInt32(start + 8, true) | LOWER_CASE) << 8 !== NT_COLON) return 0;
        if (octets[start + 10] !== COLON) return 0;
        this.kind = LineKind.userAgent;
        return 11;
      default:
        return 0;
    }
  }

  /** The first colon, `#` or line end of the line: where its name ends, if a colon. */
  #endOfName(start: number): number {
    const octets = this.#octets;
    const { length } = octets;
    let at = start;
    for (;;) {
      at = skipText(this.#blocks, at, this.#lastBlock);
      const stop = Math.min(at + 4, length);
      while (at < stop && !endsName(octets[at] as number)) at++;
      if (at < stop || at === length) return at;
    }
  }

  /** The value that begins at `from` or after white space, and the end of the line. */
  #readValue(from: number): void {
    const octets = this.#octets;
    const { length } = octets;
    let at = from;
    while (isWhiteSpace(octets[at])) at++;
    this.valueStart = at;
    for (;;) {
      at = skipAbove23(this.#blocks, at, this.#lastBlock);
      const stop = Math.min(at + 4, length);
      while (at < stop && !endsValue(octets[at] as number)) at++;
      if (at < stop || at === length) break;
    }
    this.valueEnd = this.#trimmed(this.valueStart, at);
    this.#at = octets[at] === HASH ? this.#endOfLine(at) : at;
  }

  /** A comment, or text without a colon up to `end`. */
  #readTextLine(end: number): void {
    const { start } = this;
    const isComment = this.#octets[start] === HASH;
    this.kind = isComment ? LineKind.comment : LineKind.malformed;
    this.valueStart = start;
    const textEnd = isComment ? this.#endOfLine(end) : end;
    this.valueEnd = this.#trimmed(start, textEnd);
    this.#at = this.#endOfLine(textEnd);
  }

  #trimmed(start: number, end: number): number {
    let trimmed = end;
    while (trimmed > start && isWhiteSpace(this.#octets[trimmed - 1])) trimmed--;
    return trimmed;
  }

  #endOfLine(from: number): number {
    const octets = this.#octets;
    const { length } = octets;
    let at = from;
    for (;;) {
      at = skipAbove0d(this.#blocks, at, this.#lastBlock);
      const stop = Math.min(at + 4, length);
      while (at < stop && octets[at] !== LF && octets[at] !== CR) at++;
      if (at < stop || at === length) return at;
    }
  }
}

/** Four letters in lower case, as one little-endian number. */
const LOWER_CASE = 0x20202020;
const DISA = 0x61736964;
const LLOW = 0x776f6c6c;
const ALLO = 0x6f6c6c61;
const USER = 0x72657375;
const _AGE = 0x6567612d;
const NT_COLON = 0x3a746e00;

function endsName(octet: number): boolean {
  return octet <= COLON && (octet === COLON || octet === HASH || octet === LF || octet === CR);
}

function endsValue(octet: number): boolean {
  return octet <= HASH && (octet === HASH || octet === LF || octet === CR);
}
