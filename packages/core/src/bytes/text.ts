/** Octets shown as text, losing nothing: what is no UTF-8 is percent-encoded (RFC 3986 §2.1). */

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const HEX = '0123456789ABCDEF';

/** `%` and two upper-case hexadecimal digits. */
export function percentEncode(octet: number): string {
  return `%${HEX[octet >> 4]}${HEX[octet & 15]}`;
}

/** The text of `octets` from `start` to `end`; octets that are no UTF-8 are percent-encoded, never replaced. */
export function textOf(octets: Uint8Array, start: number, end: number): string {
  const part = octets.subarray(start, end);
  try {
    return strict.decode(part);
  } catch {
    return textOfIllFormed(part);
  }
}

/** Where the first octet that is no UTF-8 stands, or −1. */
export function firstIllFormed(octets: Uint8Array): number {
  try {
    strict.decode(octets);
    return -1;
  } catch {
    let at = 0;
    for (let length = 1; at < octets.length; at += length) {
      length = characterLength(octets, at);
      if (length === 0) return at;
    }
    return -1;
  }
}

function textOfIllFormed(octets: Uint8Array): string {
  let text = '';
  for (let at = 0; at < octets.length; ) {
    const length = characterLength(octets, at);
    text +=
      length === 0 ? percentEncode(octets[at] as number) : strict.decode(octets.subarray(at, at + length));
    at += length || 1;
  }
  return text;
}

/** Octets of the UTF-8 character at `at` (RFC 3629 §4, as in RFC 9309 §2.2), or 0 where there is none. */
function characterLength(octets: Uint8Array, at: number): number {
  const first = octets[at] as number;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  const second = octets[at + 1] as number;
  const [low, high] = SECOND_OCTET.get(first) ?? [0x80, 0xbf];
  if (!(second >= low && second <= high)) return 0;
  for (let next = at + 2; next < at + length; next++) {
    if (((octets[next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

/** First octets that narrow the range of the second: no overlong forms, no surrogates, nothing past U+10FFFF. */
const SECOND_OCTET = new Map<number, readonly [number, number]>([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);
