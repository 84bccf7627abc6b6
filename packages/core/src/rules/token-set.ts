/** Looks up the product tokens of many crawlers without decoding the names in a file. */
import { beginsWithWord, toLowerCase } from '../bytes/octet.ts';
import { textOf } from '../bytes/text.ts';
import { endOfToken } from '../parse/product-token.ts';
import { tokensOf } from './crawler.ts';

interface KnownToken {
  readonly octets: Uint8Array;
  readonly text: string;
}

/** A set of product tokens. */
export class TokenSet {
  /** Tokens by a key that combines their length and their first octet. */
  readonly #byKey = new Map<number, KnownToken[]>();

  /** @throws {TypeError} If a token is not a string. */
  constructor(tokens: readonly string[]) {
    for (const octets of tokensOf(tokens)) {
      const text = textOf(octets, 0, octets.length);
      const key = keyOf(octets.length, octets[0] as number);
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), { octets, text }]);
    }
  }

  /**
   * The token that the user-agent value from `start` to `end` names, in comparison form; `undefined` if the set does
   * not contain that token.
   */
  find(octets: Uint8Array, start: number, end: number): string | undefined {
    const length = endOfToken(octets, start, end) - start;
    if (length === 0) return undefined;
    const known = this.#byKey.get(keyOf(length, toLowerCase(octets[start] as number)));
    return known?.find((token) => beginsWithWord(octets, start, token.octets))?.text;
  }
}

function keyOf(length: number, first: number): number {
  return length * 256 + first;
}
