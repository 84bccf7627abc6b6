/**
 * Runs of octets passed four at a time. A line is mostly value, and most of a value is none of the few octets that
 * end it, all of them small: four octets are looked at with five operations (1.4 to 1.9 times the speed of a loop).
 */

/** A view that reads four octets at any offset. */
export function blocksOf(octets: Uint8Array): DataView {
  return new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
}

/**
 * Where to look on from, for `:`, `#` and octets less than `0x0e`, line ends among them. Four octets a step up to
 * `last`, until one of a step's octets may be one of them.
 */
export function skipText(blocks: DataView, from: number, last: number): number {
  let at = from;
  for (; at < last; at += 4) {
    const four = blocks.getInt32(at, true);
    if (((four - 0x3b3b3b3b) & ~four & 0x80808080) === 0) continue;
    const colon = four ^ 0x3a3a3a3a;
    const hash = four ^ 0x23232323;
    const found =
      ((colon - 0x01010101) & ~colon) | ((hash - 0x01010101) & ~hash) | ((four - 0x0e0e0e0e) & ~four);
    if ((found & 0x80808080) !== 0) break;
  }
  return at;
}

/** Past runs of four spaces: indentation. */
export function skipSpaces(blocks: DataView, from: number, last: number): number {
  let at = from;
  while (at < last && blocks.getInt32(at, true) === 0x20202020) at += 4;
  return at;
}

/** The same as {@link skipText} for octets less than `0x24`: white space, line ends, `#`. */
export function skipAbove23(blocks: DataView, from: number, last: number): number {
  let at = from;
  for (; at < last; at += 4) {
    const four = blocks.getInt32(at, true);
    if (((four - 0x24242424) & ~four & 0x80808080) !== 0) break;
  }
  return at;
}

/** The same for octets less than `0x0e`: line ends. */
export function skipAbove0d(blocks: DataView, from: number, last: number): number {
  let at = from;
  for (; at < last; at += 4) {
    const four = blocks.getInt32(at, true);
    if (((four - 0x0e0e0e0e) & ~four & 0x80808080) !== 0) break;
  }
  return at;
}
