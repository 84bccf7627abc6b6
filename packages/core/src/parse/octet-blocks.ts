/**
 * Searches four octets at a time. A line is mostly value, and few octets end a value, all of them small: five
 * operations show whether any of four octets is less than a bound, and which one comes first.
 *
 * In each octet, `x - bound` borrows if the octet is less; `~x` excludes octets from 128 on. A borrow may also mark
 * octets after the first smaller one, never before it, so the lowest mark is correct.
 */

/** A view that reads four octets at any offset. */
export function blocksOf(octets: Uint8Array): DataView {
  return new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
}

/**
 * Bounds for {@link firstBelow}. Line ends are less than the first, controls than the second; white space, line ends
 * and `#` than the third.
 */
export const BELOW_0E = 0x0e0e0e0e;
export const BELOW_20 = 0x20202020;
export const BELOW_24 = 0x24242424;

/** The offset of the first octet below the bound, at or after `from`, or the end. */
export function firstBelow(octets: Uint8Array, blocks: DataView, from: number, bound: number): number {
  const last = octets.length - 3;
  // Coerced to an integer: V8 would otherwise subtract an imported constant as a float.
  const least = bound | 0;
  let at = from;
  for (; at < last; at += 4) {
    const four = blocks.getInt32(at, true);
    const marks = (four - least) & ~four & HIGHEST_BITS;
    if (marks !== 0) return at + firstMark(marks);
  }
  while (at < octets.length && (octets[at] as number) >= (bound & 0xff)) at++;
  return at;
}

/** The same for `:`, `#` and octets less than `0x0e`. */
export function firstOfText(octets: Uint8Array, blocks: DataView, from: number): number {
  const last = octets.length - 3;
  let at = from;
  for (; at < last; at += 4) {
    const four = blocks.getInt32(at, true);
    if (((four - 0x3b3b3b3b) & ~four & HIGHEST_BITS) === 0) continue;
    const colon = four ^ 0x3a3a3a3a;
    const hash = four ^ 0x23232323;
    const found =
      ((colon - 0x01010101) & ~colon) | ((hash - 0x01010101) & ~hash) | ((four - BELOW_0E) & ~four);
    if ((found & HIGHEST_BITS) !== 0) return at + firstMark(found & HIGHEST_BITS);
  }
  while (at < octets.length && !endsText(octets[at] as number)) at++;
  return at;
}

const HIGHEST_BITS = 0x80808080;

/** Which of four octets the lowest mark, a highest bit, belongs to. */
function firstMark(marks: number): number {
  return (31 - Math.clz32(marks ^ (marks - 1))) >> 3;
}

function endsText(octet: number): boolean {
  return octet < 0x0e || octet === 0x23 || octet === 0x3a;
}
