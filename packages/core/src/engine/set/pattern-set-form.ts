/**
 * The octets of a compiled pattern set: one trie over octets and stars, written in preorder into one buffer, which is
 * also the portable form of the set. Multi-octet numbers are little endian. A `varint` has seven bits per octet, low
 * bits first.
 *
 * ```
 * set       width of skips (1–4) · varint number of star nodes · node
 * node      flags and label length · [if length ≥ 15: varint length − 15] · label · [varint accept] · [varint end]
 *           · [star: skip of the star node, only before children · star node] · [children]
 * children  number (1–255) · their first octets, ascending · skips of all but the first · the children's nodes
 *           or 0 · least first octet · greatest minus least · for each octet between, its child's skip + 1 or 0 ·
 *           the children's nodes: used if it takes little more memory, because it saves a search (10–20 ns per node)
 * star node varint id · varint greatest rank below · [chain] · filter · node
 * chain     1 · one or more segments, each varint length (not 0) · octets · 0: for stars that all patterns below share
 * filter    0: the node's label begins every segment
 *           or logarithm · 2^logarithm bits, one for the hash of the first 4 octets of each segment
 *           or logarithm + 128 · 128 bits, one for the first octet of each shorter segment · bits as above
 * ```
 *
 * A *star node* represents a star, whose segments may begin anywhere after it. A star node with a chain represents
 * several stars: each of them except the last has only one segment, and no pattern ends between them. Empty segments
 * are never written: `a**b` is written as `a*b`, and both `a*` and `a*$` as `a`. A rank is written as its
 * zigzag-encoded difference from twice the number of the pattern's octets (including each star and a final `$`). Under
 * RFC 9309, the encoded value is 0 or 2 and takes one octet. A child's node always follows its parent, so no walk can
 * loop.
 *
 * Size: at most 9 octets per octet of the patterns plus 64 per pattern. The set of a real file is less than half the
 * size of the file.
 */
export const LABEL_MASK = 15;
export const HAS_ACCEPT = 16;
export const HAS_END = 32;
export const HAS_STAR = 64;
export const HAS_CHILDREN = 128;

export const NO_FILTER = 0;

/** Indicates that a chain precedes the filter. */
export const CHAIN = 1;

/** Added to the binary logarithm of a filter's size in bits if some segments have fewer than 4 octets. */
export const HAS_SHORT = 128;

/**
 * The size in octets of the bitmap of first octets. An octet of 128 or above shares a bit with the octet that has the
 * same lower seven bits.
 */
export const SHORT_BITS = 16;

/** The number of octets in a filter after its first one. */
export function filterLength(filter: number): number {
  return filter === NO_FILTER ? 0 : 2 ** ((filter & ~HAS_SHORT) - 3) + (filter & HAS_SHORT ? SHORT_BITS : 0);
}

/** The bit, among 2^`log`, for the first four octets of a segment, which are given as a little-endian number. */
export function hashOf(fourOctets: number, log: number): number {
  return Math.imul(fourOctets, 0x9e3779b1) >>> (32 - log);
}

/**
 * The three octets at `i` in the upper part of a number. Octets past the end of the target are 0 or belong to another
 * target.
 */
export function threeAt(path: Uint8Array, i: number): number {
  return ((path[i] as number) << 8) | ((path[i + 1] as number) << 16) | ((path[i + 2] as number) << 24);
}

export function hasBit(octets: Uint8Array, bits: number, bit: number): boolean {
  return (((octets[bits + (bit >> 3)] as number) >> (bit & 7)) & 1) !== 0;
}

export function varintAt(form: Uint8Array, at: number): number {
  const first = form[at] as number;
  if (first < 128) return first;
  const second = form[at + 1] as number;
  return second < 128 ? (first & 127) | (second << 7) : longVarint(form, at);
}

function longVarint(form: Uint8Array, from: number): number {
  let value = (form[from] as number) & 127;
  for (let index = 1; index < 4; index++) {
    const octet = form[from + index] as number;
    value |= (octet & 127) << (7 * index);
    if (octet < 128) return value;
  }
  // A shift would lose the bits of the fifth octet.
  return value + ((form[from + 4] as number) & 127) * 2 ** 28;
}

/** The number of octets in the varint at `at`. */
export function varintLength(form: Uint8Array, at: number): number {
  if ((form[at] as number) < 128) return 1;
  let end = at + 1;
  while ((form[end] as number) >= 128) end++;
  return end + 1 - at;
}

/** The value of the skip at `at`, which has `width` octets. */
export function skipAt(form: Uint8Array, at: number, width: number): number {
  let value = form[at] as number;
  if (width > 1) value |= (form[at + 1] as number) << 8;
  if (width > 2) value |= (form[at + 2] as number) << 16;
  if (width > 3) value |= (form[at + 3] as number) << 24;
  return value;
}

/** Maps a signed distance to a natural number: 0, −1, 1, −2 … to 0, 1, 2, 3 … */
export function zigzag(distance: number): number {
  return distance < 0 ? -2 * distance - 1 : 2 * distance;
}

export function unzigzag(code: number): number {
  return (code >>> 1) ^ -(code & 1);
}
