/** Product tokens of user-agent records (RFC 9309 §2.2.1), compared whole and ignoring ASCII case. */
import {
  COMMA,
  isWhiteSpace,
  LEFT_PARENTHESIS,
  SEMICOLON,
  SLASH,
  STAR,
  toLowerCase,
} from '../bytes/octet.ts';

/**
 * Where the product token that begins at `start` ends: at the first white space, `/`, `*`, `,`, `;` or `(`.
 * Real files write `FooBot/1.0`, `FooBot*` or `FooBot, BarBot`; digits and dots are part of a token (`MJ12bot`).
 */
export function endOfToken(octets: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && !endsToken(octets[at] as number)) at++;
  return at;
}

/** The value is `*`, alone or before white space. */
export function isStar(octets: Uint8Array, start: number, end: number): boolean {
  return (
    octets[start] === STAR && (start + 1 === end || (start + 1 < end && isWhiteSpace(octets[start + 1])))
  );
}

/** `token` (in lower case) is what stands from `start` to `end`, ignoring ASCII case. */
export function isToken(octets: Uint8Array, start: number, end: number, token: Uint8Array): boolean {
  if (end - start !== token.length) return false;
  for (let at = 0; at < token.length; at++) {
    if (toLowerCase(octets[start + at] as number) !== token[at]) return false;
  }
  return true;
}

function endsToken(octet: number): boolean {
  return (
    isWhiteSpace(octet) ||
    octet === SLASH ||
    octet === STAR ||
    octet === COMMA ||
    octet === SEMICOLON ||
    octet === LEFT_PARENTHESIS
  );
}
