/** Skips the code points of a set at either end of UTF-8 octets. */

export type CodePoints = ReadonlySet<number>;

/** The first offset at or after `start` whose character is not in `set`. */
export function skipForward(octets: Uint8Array, start: number, end: number, set: CodePoints): number {
  let at = start;
  while (at < end) {
    const length = lengthAt(octets, at, end);
    if (!set.has(codePointAt(octets, at, length))) return at;
    at += length;
  }
  return end;
}

/** The offset after the last character before `end` that is not in `set`. */
export function skipBackward(octets: Uint8Array, start: number, end: number, set: CodePoints): number {
  let at = end;
  while (at > start) {
    let first = at - 1;
    while (first > start && at - first < 4 && isContinuation(octets[first] as number)) first--;
    if (first + lengthAt(octets, first, end) !== at) return at;
    if (!set.has(codePointAt(octets, first, at - first))) return at;
    at = first;
  }
  return start;
}

/** The length of the line end at `at` if its code point is in `ends`, otherwise 0. CR LF is one line end. */
export function lineEndLength(octets: Uint8Array, at: number, ends: CodePoints): number {
  const octet = octets[at] as number;
  if (octet < 0x80) {
    if (!ends.has(octet)) return 0;
    return octet === 0x0d && octets[at + 1] === 0x0a ? 2 : 1;
  }
  if (octet !== 0xc2 && octet !== 0xe2) return 0;
  const length = lengthAt(octets, at, octets.length);
  return length > 1 && ends.has(codePointAt(octets, at, length)) ? length : 0;
}

function lengthAt(octets: Uint8Array, at: number, end: number): number {
  const first = octets[at] as number;
  const length = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let next = at + 1; next < at + length; next++) {
    if (next >= end || !isContinuation(octets[next] as number)) return 1;
  }
  return length;
}

function codePointAt(octets: Uint8Array, at: number, length: number): number {
  const first = octets[at] as number;
  if (length === 1) return first < 0x80 ? first : -1;
  let code = first & (0x7f >> length);
  for (let next = at + 1; next < at + length; next++) code = (code << 6) | ((octets[next] as number) & 0x3f);
  return code;
}

function isContinuation(octet: number): boolean {
  return (octet & 0xc0) === 0x80;
}
