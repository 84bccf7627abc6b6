/**
 * The scanner: octets to lines, one at a time, without allocating (RFC 9309 §2.2). Everything that reads a
 * robots.txt reads through it. Each octet is looked at a bounded number of times, whatever the content.
 */
import { byteOrderMarkLength } from '../bytes/body.ts';
import { COLON, CR, HASH, isLineEnd, isWhiteSpace, LF, SP, TAB } from '../bytes/octet.ts';
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
  #at: number;
  #line = 1;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
    this.#at = byteOrderMarkLength(octets);
  }

  /** Moves to the next line that is not blank; false at the end of the octets. */
  next(): boolean {
    this.#skipBlank();
    const octets = this.#octets;
    if (this.#at >= octets.length) return false;
    this.line = this.#line;
    this.start = this.#at;
    const colon = this.#endOfName();
    if (octets[colon] === COLON) {
      this.#readRecord(colon);
    } else {
      this.kind = octets[this.start] === HASH ? LineKind.comment : LineKind.malformed;
      this.valueStart = this.start;
      this.#at = this.kind === LineKind.comment ? this.#endOfLine(colon) : colon;
      this.valueEnd = this.#trimmed(this.start, this.#at);
      this.#at = this.#endOfLine(this.#at);
    }
    return true;
  }

  /** Past white space and line ends, counting lines; CR LF is one line end. */
  #skipBlank(): void {
    const octets = this.#octets;
    let at = this.#at;
    for (; at < octets.length; at++) {
      const octet = octets[at];
      if (octet === LF || (octet === CR && octets[at + 1] !== LF)) this.#line++;
      else if (octet !== SP && octet !== TAB && octet !== CR) break;
    }
    this.#at = at;
  }

  /** The first colon, `#` or line end of the line: where its name ends, if a colon. */
  #endOfName(): number {
    const octets = this.#octets;
    let at = this.#at;
    for (; at < octets.length; at++) {
      const octet = octets[at] as number;
      if (octet <= COLON && (octet === COLON || octet === HASH || isLineEnd(octet))) break;
    }
    return at;
  }

  #readRecord(colon: number): void {
    const octets = this.#octets;
    this.kind = kindOfName(octets, this.start, this.#trimmed(this.start, colon));
    let at = colon + 1;
    while (isWhiteSpace(octets[at])) at++;
    this.valueStart = at;
    for (; at < octets.length; at++) {
      const octet = octets[at] as number;
      if (octet <= HASH && (octet === HASH || isLineEnd(octet))) break;
    }
    this.valueEnd = this.#trimmed(this.valueStart, at);
    this.#at = this.#endOfLine(at);
  }

  #trimmed(start: number, end: number): number {
    let trimmed = end;
    while (trimmed > start && isWhiteSpace(this.#octets[trimmed - 1])) trimmed--;
    return trimmed;
  }

  #endOfLine(from: number): number {
    const octets = this.#octets;
    let at = from;
    while (at < octets.length && octets[at] !== LF && octets[at] !== CR) at++;
    return at;
  }
}
