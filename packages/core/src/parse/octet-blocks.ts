/**
 * Searches four octets at a time. Most octets of a line belong to its value, and only a few octets, all with small
 * codes, can end a value. Five operations show whether any of four octets is less than a bound, and which one is first.
 *
 * In each octet, `x - bound` borrows if the octet is less than the bound; `~x` excludes octets of 128 and above. A
 * borrow may also mark octets after the first smaller octet, but never before it. The lowest mark is therefore correct.
 */

/** Returns a view that reads four octets at any offset. */
export function blocksOf(octets: Uint8Array): DataView {
  return new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
}

/**
 * Bounds for {@link firstBelow}. Line ends are less than the first bound, and controls less than the second. White
 * space, line ends and `#` are less than the third.
 */
export const BELOW_0E = 0x0e0e0e0e;
export const BELOW_20 = 0x20202020;
export const BELOW_24 = 0x24242424;

/** The offset of the first octet, at or after `from`, that is less than the bound; the end if there is none. */
export function firstBelow(octets: Uint8Array, blocks: DataView, from: number, bound: number): number {
  const last = octets.length - 3;
  // Coerces the bound to an integer, because V8 would otherwise subtract an imported constant as a float.
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

/** The offset of the first `:`, `#` or octet less than `0x0e`, at or after `from`; the end if there is none. */
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

/** The index of the octet, among four, that has the lowest mark. A mark is the octet's highest bit. */
function firstMark(marks: number): number {
  return (31 - Math.clz32(marks ^ (marks - 1))) >> 3;
}

function endsText(octet: number): boolean {
  return octet < 0x0e || octet === 0x23 || octet === 0x3a;
}
