/** Packs consecutive lines for a worker into two buffers, which are transferred without copying. */
import type { InputLine } from '../../input/lines.ts';

export interface Chunk {
  readonly first: number;
  /** All lines, without their line ends. */
  readonly octets: Uint8Array<ArrayBuffer>;
  /** The length of each line in octets; {@link TOO_LONG} for a line whose octets were dropped. */
  readonly lengths: Int32Array<ArrayBuffer>;
}

const TOO_LONG = -1;

/** @param lines One or more lines with consecutive numbers. */
export function packLines(lines: readonly InputLine[]): Chunk {
  const lengths = Int32Array.from(lines, ({ octets }) => octets?.length ?? TOO_LONG);
  const octets = new Uint8Array(lines.reduce((sum, line) => sum + (line.octets?.length ?? 0), 0));
  let at = 0;
  for (const line of lines) {
    if (!line.octets) continue;
    octets.set(line.octets, at);
    at += line.octets.length;
  }
  return { first: lines[0]?.number ?? 1, octets, lengths };
}

export function* unpackLines({ first, octets, lengths }: Chunk): Generator<InputLine> {
  let at = 0;
  for (const [index, length] of lengths.entries()) {
    const isTooLong = length === TOO_LONG;
    yield { number: first + index, octets: isTooLong ? undefined : octets.subarray(at, at + length) };
    if (!isTooLong) at += length;
  }
}
