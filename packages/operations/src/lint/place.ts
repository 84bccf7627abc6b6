/** Converts octet offsets of findings to lines and columns. */

/** Start and end of a span. Lines and columns count from 1; columns count UTF-16 code units of the line's text. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Computes the lines and columns of a span. Each octet that is not valid UTF-8 counts as one character. */
export type Placer = (span: { readonly start: number; readonly end: number }) => Place;

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns a function that computes places. The octets are scanned once for all spans. */
export function placer(octets: Uint8Array): Placer {
  const starts = lineStarts(octets);
  if (BYTE_ORDER_MARK.every((octet, at) => octets[at] === octet)) starts[0] = BYTE_ORDER_MARK.length;
  // Spans come in file order, so the characters before the last span on a line are not counted again.
  let known = { row: 0, offset: 0, units: 0 };

  function unitsBefore(row: number, offset: number): number {
    const start = starts[row] as number;
    const from = known.row === row && known.offset <= offset ? known : { row, offset: start, units: 0 };
    const units =
      offset <= from.offset
        ? from.units
        : from.units + decoder.decode(octets.subarray(from.offset, offset)).length;
    known = { row, offset: Math.max(offset, start), units };
    return units;
  }

  return ({ start, end }) => {
    const row = rowAt(starts, start);
    const endAt = Math.min(end, octets.length);
    const endRow = rowAt(starts, endAt);
    const column = unitsBefore(row, start) + 1;
    const beginning = known;
    const endColumn = unitsBefore(endRow, endAt) + 1;
    known = beginning;
    return { line: row + 1, column, endLine: endRow + 1, endColumn };
  };
}

/** Offsets of the line starts. Lines end with LF, CR or both. */
function lineStarts(octets: Uint8Array): number[] {
  const starts = [0];
  for (let at = 0; at < octets.length; at++) {
    const octet = octets[at];
    if (octet === LF || (octet === CR && octets[at + 1] !== LF)) starts.push(at + 1);
  }
  return starts;
}

/** Index of the last line that begins at or before the offset. */
function rowAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
