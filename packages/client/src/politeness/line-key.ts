/** The key of the line in which one crawler's requests to one origin wait. */
import { lineKey as keyOf } from '../store/keys.ts';

/** Independent of the order and the case of its product tokens. */
export function lineKey(origin: string, productTokens: readonly string[]): string {
  const crawler = productTokens
    .map((token) => token.toLowerCase())
    .toSorted()
    .join('+');
  return keyOf(origin, crawler);
}
