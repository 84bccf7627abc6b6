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
import { quote } from '../bytes/quote.ts';

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

/** The maximum length of a token that a caller brings. The longest known one has 37 characters. */
const MAX_TOKEN_LENGTH = 100;

/**
 * Checks a product token that a caller brings, for a `User-agent` line that it is alone in.
 *
 * @throws {RangeError} If readers could not recognize the token.
 */
export function requireToken(token: string, what: string): void {
  const text = String(token);
  const wrong = /[^A-Za-z0-9_.-]/.exec(text)?.[0];
  if (typeof token === 'string' && text !== '' && wrong === undefined && text.length <= MAX_TOKEN_LENGTH)
    return;
  const why = wrong === undefined ? `it has ${text.length} characters` : `it has ${quote(wrong)}`;
  throw new RangeError(
    `Cannot use ${quote(token)} as ${what}: ${why}, and a product token is 1 to ${MAX_TOKEN_LENGTH} letters, digits, "-", "_" and "."`,
  );
}
