/** The key of the line that one crawler's requests to one origin stand in. */
import { lineKey as keyOf } from '../store/keys.ts';

/** Whatever the order and the case of its product tokens. */
export function lineKey(origin: string, productTokens: readonly string[]): string {
  const crawler = productTokens
    .map((token) => token.toLowerCase())
    .toSorted()
    .join('+');
  return keyOf(origin, crawler);
}
