/** Splits octets into lines, keeping at most one line and one chunk in memory. */

export interface InputLine {
  /** The line number, counted from 1. */
  readonly number: number;
  /** The octets; undefined for a line that exceeds the limit, whose octets were dropped. */
  readonly octets: Uint8Array | undefined;
}

const LF = 0x0a;

/**
 * Yields the lines that each chunk of `input` completes, so that each line can be processed as soon as it ends. LF ends
 * a line; the last line needs no LF.
 */
export async function* linesByChunk(
  input: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<InputLine[]> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let number = 0;

  function add(piece: Uint8Array): void {
    length += piece.length;
    if (length <= maxLineBytes) pieces.push(piece);
    else pieces.length = 0;
  }

  function take(): InputLine {
    const octets = length <= maxLineBytes ? joined(pieces, length) : undefined;
    pieces.length = 0;
    length = 0;
    number++;
    return { number, octets };
  }

  for await (const chunk of input) {
    const lines: InputLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      add(chunk.subarray(start, end));
      lines.push(take());
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (length > 0) yield [take()];
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  return pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces, length);
}
