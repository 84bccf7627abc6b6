import { type InputLine, linesByChunk } from '../../input/lines.ts';

/** Like {@link linesByChunk}, but removes a byte order mark at the start of the first line. */
export async function* recordLines(
  input: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<InputLine[]> {
  for await (const lines of linesByChunk(input, maxLineBytes)) {
    if (lines[0]?.number === 1) lines[0] = withoutByteOrderMark(lines[0]);
    yield lines;
  }
}

/**
 * Removes a byte order mark, which some editors and shells put at the start of a file. JSON forbids it (RFC 8259 §8.1).
 */
function withoutByteOrderMark({ number, octets }: InputLine): InputLine {
  const hasMark = octets?.[0] === 0xef && octets[1] === 0xbb && octets[2] === 0xbf;
  return { number, octets: hasMark ? octets.subarray(3) : octets };
}
