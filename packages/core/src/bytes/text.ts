/** Shows octets as text without loss: octets that are not UTF-8 are percent-encoded (RFC 3986 §2.1). */
import { decodeUtf8With } from './utf-8.ts';

const HEX = '0123456789ABCDEF';

/** The escape of an octet: `%` and two upper-case hexadecimal digits. */
export function percentEncode(octet: number): string {
  return `%${HEX[octet >> 4]}${HEX[octet & 15]}`;
}

/** The text of `octets` from `start` to `end`; octets that are not UTF-8 are percent-encoded, never replaced. */
export function textOf(octets: Uint8Array, start: number, end: number): string {
  return decodeUtf8With(octets.subarray(start, end), percentEncode);
}

/**
 * The text without any of `characters` at its end. A regular expression would also examine runs of these characters
 * elsewhere in the text.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
