/**
 * Represents an editor's document in the form that the core uses. The editor counts UTF-16 code units within lines, the
 * core counts UTF-8 octets, and this class converts between them. Both count a byte order mark.
 */
import { parse, type RobotsDocument, type Span } from 'robots-exclusion';
import { format } from 'robots-exclusion/format';
import {
  LSPErrorCodes,
  type Position,
  type Range,
  ResponseError,
  type TextEdit,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { unprovenFormat } from '../output/unproven-format.ts';

const encoder = new TextEncoder();

export class RobotsText {
  readonly source: TextDocument;
  #parsed: Parsed | undefined;

  constructor(source: TextDocument) {
    this.source = source;
  }

  /** Parsed on demand, because a completion needs only the line with the cursor. */
  get document(): RobotsDocument {
    return this.#read().document;
  }

  #read(): Parsed {
    this.#parsed ??= parsed(this.source.getText());
    return this.#parsed;
  }

  position(octet: number): Position {
    const units = this.#read().unitsBefore;
    return this.source.positionAt(units ? (units[Math.min(octet, units.length - 1)] as number) : octet);
  }

  range({ start, end }: Span): Range {
    return { start: this.position(start), end: this.position(end) };
  }

  /** The octet that begins at or before a position. */
  octetAt(position: Position): number {
    const unit = this.source.offsetAt(position);
    const units = this.#read().unitsBefore;
    if (!units) return unit;
    let low = 0;
    let high = units.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((units[middle] as number) <= unit) low = middle;
      else high = middle - 1;
    }
    // All octets of a character have the same number of units before them as its first octet.
    while (low > 0 && units[low - 1] === units[low]) low--;
    return low;
  }

  lineBefore({ line, character }: Position): string {
    return this.source.getText({ start: { line, character: 0 }, end: { line, character } });
  }

  /**
   * One edit that formats the text canonically; none if the text is already canonical.
   *
   * @throws {ResponseError} If formatting is not proven to leave all verdicts unchanged.
   */
  formatting(): TextEdit[] {
    const text = this.source.getText();
    const newText = format(text);
    if (newText === text) return [];
    const reason = unprovenFormat(encoder.encode(text), encoder.encode(newText));
    if (reason !== undefined)
      throw new ResponseError(LSPErrorCodes.RequestFailed, `Cannot format the document: ${reason}`);
    const end = this.source.positionAt(text.length);
    return [{ range: { start: { line: 0, character: 0 }, end }, newText }];
  }
}

interface Parsed {
  readonly document: RobotsDocument;
  /** The number of UTF-16 code units before each octet and before the end; undefined if the text is ASCII. */
  readonly unitsBefore: Uint32Array | undefined;
}

function parsed(text: string): Parsed {
  const octets = encoder.encode(text);
  return {
    document: parse(octets),
    unitsBefore: octets.length === text.length ? undefined : unitsBefore(octets),
  };
}

/**
 * Counts the code units before each octet. The octets are well-formed UTF-8: a lone surrogate becomes U+FFFD, also one
 * unit.
 */
function unitsBefore(octets: Uint8Array): Uint32Array {
  const before = new Uint32Array(octets.length + 1);
  let units = 0;
  for (let at = 0; at < octets.length; ) {
    const first = octets[at] as number;
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    before.fill(units, at, at + length);
    // A character of four octets is a surrogate pair.
    units += length === 4 ? 2 : 1;
    at += length;
  }
  before[octets.length] = units;
  return before;
}
