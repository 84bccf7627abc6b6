/** The store key of a queue ("line"), in which one crawler's requests to one origin wait. */
import { lineKey as keyOf } from '../store/keys.ts';

/** The key, which does not depend on the order or the case of the product tokens. */
export function lineKey(origin: string, productTokens: readonly string[]): string {
  const crawler = productTokens
    .map((token) => token.toLowerCase())
    .toSorted()
    .join('+');
  return keyOf(origin, crawler);
}
