/** A crawler's product tokens, prepared for comparison. */

import { toLowerCase } from '../bytes/octet.ts';
import { quote } from '../bytes/quote.ts';
import { encodeUtf8 } from '../bytes/utf-8.ts';
import { endOfToken, isStar } from '../parse/product-token.ts';
import { productTokens } from './product-tokens.ts';

/** Product tokens of *one* crawler: a token, a full User-Agent header, or a list of either. */
export type Who = string | readonly string[];

/**
 * The tokens of one crawler as lower-case octets. Each is trimmed like a token in a file. A name with a space or a
 * parenthesis is read as a full User-Agent header. Empty tokens are dropped, because they match no group.
 *
 * @throws {TypeError} If `who` is neither a string nor a list of strings.
 */
export function tokensOf(who: Who): readonly Uint8Array[] {
  const name = Array.isArray(who) && who.length === 1 ? who[0] : who;
  if (typeof name !== 'string' || name.length > MOST_KEPT) return readTokens(who);
  if (kept.size > MOST_KEPT) kept.clear();
  const tokens = kept.get(name) ?? readTokens(who);
  kept.set(name, tokens);
  return tokens;
}

/**
 * Names that were prepared before: callers usually check many files for the same few crawlers. Preparing a name again
 * costs 0.5 to 2 µs.
 */
const kept: Map<string, readonly Uint8Array[]> = /* @__PURE__ */ new Map();
/** Limit on the number of kept names, and on the characters of each. */
const MOST_KEPT = 256;

function readTokens(who: Who): readonly Uint8Array[] {
  const tokens = typeof who === 'string' ? [who] : who;
  if (!Array.isArray(tokens) || !tokens.every((token) => typeof token === 'string')) {
    throw new TypeError(
      `Cannot look up rules for ${quote(who)}: expected a product token such as "FooBot" or a list of them`,
    );
  }
  return tokens
    .flatMap(splitHeader)
    .map(cut)
    .filter((token) => token.length > 0);
}

function splitHeader(token: string): string[] {
  const trimmed = token.trim();
  return /[\s(]/.test(trimmed) ? productTokens(trimmed) : [trimmed];
}

function cut(token: string): Uint8Array {
  const octets = encodeUtf8(token);
  const end = isStar(octets, 0, octets.length) ? 1 : endOfToken(octets, 0, octets.length);
  return octets.subarray(0, end).map(toLowerCase);
}
