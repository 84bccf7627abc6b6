/** The findings of one run, as the output formats take them. */
import type { Diagnostic } from 'robots-exclusion';

/** One linted file. */
export interface LintedFile {
  readonly name: string;
  /** The octets that the spans count in. */
  readonly octets: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}

/** Where a span begins and ends in its lines: counted from 1, columns in characters of the line's text. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Text of the line in which the span begins. */
  readonly text: string;
}

const decoder = new TextDecoder();

/** The place of a span. Octets that are not valid UTF-8 count as one character each. */
export function placeOf(octets: Uint8Array, { span, line }: Diagnostic): Place {
  const lineStart = startOfLine(octets, span.start);
  const lineEnd = endOfLine(octets, span.start);
  const end = Math.min(span.end, octets.length);
  const endLineStart = startOfLine(octets, end);
  return {
    line,
    column: characters(octets, lineStart, span.start) + 1,
    endLine: endLineStart === lineStart ? line : line + linesBetween(octets, span.start, end),
    endColumn: characters(octets, endLineStart, end) + 1,
    text: decoder.decode(octets.subarray(lineStart, lineEnd)),
  };
}

function characters(octets: Uint8Array, start: number, end: number): number {
  return decoder.decode(octets.subarray(start, end)).length;
}

function startOfLine(octets: Uint8Array, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineEnd(octets[start - 1])) start--;
  return start;
}

function endOfLine(octets: Uint8Array, offset: number): number {
  let end = offset;
  while (end < octets.length && !isLineEnd(octets[end])) end++;
  return end;
}

function linesBetween(octets: Uint8Array, start: number, end: number): number {
  return decoder.decode(octets.subarray(start, end)).split(/\r\n|\r|\n/).length - 1;
}

function isLineEnd(octet: number | undefined): boolean {
  return octet === 0x0a || octet === 0x0d;
}
