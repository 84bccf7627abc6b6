/** Product tokens of user-agent records (RFC 9309 §2.2.1), compared as a whole and ignoring ASCII case. */
import {
  beginsWithWord,
  COMMA,
  isWhiteSpace,
  LEFT_PARENTHESIS,
  SEMICOLON,
  SLASH,
  STAR,
} from '../bytes/octet.ts';

/**
 * The end of the product token that begins at `start`: the offset of the first white space, `/`, `*`, `,`, `;` or `(`.
 * Real files contain `FooBot/1.0`, `FooBot*` and `FooBot, BarBot`. Digits and dots are part of a token (`MJ12bot`).
 */
export function endOfToken(octets: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && !endsToken(octets[at] as number)) at++;
  return at;
}

/** Whether the value is `*`, alone or before white space. */
export function isStar(octets: Uint8Array, start: number, end: number): boolean {
  return (
    octets[start] === STAR && (start + 1 === end || (start + 1 < end && isWhiteSpace(octets[start + 1])))
  );
}

/**
 * Whether the value from `start` to `end` begins with the product token `token` (in lower case), ignoring ASCII case.
 */
export function isToken(octets: Uint8Array, start: number, end: number, token: Uint8Array): boolean {
  const tokenEnd = start + token.length;
  if (tokenEnd > end || !beginsWithWord(octets, start, token)) return false;
  // If the crawler's token is `*`, a longer value such as `*/1` does not match it.
  return token[0] !== STAR && (tokenEnd === end || endsToken(octets[tokenEnd] as number));
}

function endsToken(octet: number): boolean {
  // Letters are greater than the octets that end a token.
  if (octet > SEMICOLON) return false;
  return (
    isWhiteSpace(octet) ||
    octet === SLASH ||
    octet === STAR ||
    octet === COMMA ||
    octet === SEMICOLON ||
    octet === LEFT_PARENTHESIS
  );
}
