/** Checks the shape of a configuration. Unknown keys are errors. */
import { quote } from '../bytes/quote.ts';

/**
 * Checks that `value` is a plain object with only `known` keys. `undefined` values count as absent.
 *
 * @throws {TypeError} If `value` is not a plain object or has an unknown key.
 */
export function checkKeys(value: unknown, what: string, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(
      `Cannot generate from ${what} ${quote(value)}: expected an object with ${listed(known)}`,
    );
  }
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw new TypeError(
    `Cannot generate from ${what} with the key ${quote(unknown)}: expected ${listed(known)}`,
  );
}

/**
 * `value` as a list; empty for `undefined`.
 *
 * @throws {TypeError} If it is not an array.
 */
export function listOf<T>(value: readonly T[] | undefined, what: string): readonly T[] {
  if (value === undefined) return [];
  // Converts holes in the array to `undefined` members, which the caller then checks.
  if (Array.isArray(value)) return Array.from(value);
  throw new TypeError(`Cannot generate from ${what} ${quote(value)}: expected an array`);
}

function listed(keys: readonly string[]): string {
  return keys.map((key) => quote(key)).join(', ');
}
