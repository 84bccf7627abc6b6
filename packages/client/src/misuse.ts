/** Rejects programming errors with a message that quotes the value and says what was expected. */
import { quote } from './quote.ts';

/** @throws {TypeError} If `value` is not an object. */
export function requireObject(value: unknown, where: string, expected: string): void {
  if (typeof value === 'object' && value !== null) return;
  throw new TypeError(`Cannot use ${quote(value)} for ${where}: expected ${expected}`);
}

/** @throws {TypeError} If `given` has an unknown member, because a misspelled limit must not be ignored. */
export function requireNames(where: string, given: object, names: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`Cannot use ${quote(unknown)} in ${where}: expected ${names.join(', ')}`);
}

/** @throws {TypeError} If `value` is not an object with these methods. */
export function requireMethods(where: string, value: unknown, methods: readonly string[]): void {
  const given = Object(value) as Record<string, unknown>;
  if (methods.every((method) => typeof given[method] === 'function')) return;
  throw new TypeError(
    `Cannot use ${where} ${quote(value)}: expected an object with ${methods.map((name) => `${name}()`).join(', ')}`,
  );
}

/** @throws {RangeError} If `value` is not one of the names. */
export function requireOneOf(where: string, value: unknown, names: readonly string[]): void {
  if (names.includes(value as string)) return;
  const list = names.map((name) => `"${name}"`).join(', ');
  throw new RangeError(`Cannot use ${where} ${quote(value)}: expected one of ${list}`);
}

/** @throws {RangeError} If `value` is not a number between `least` and `most`, or fails the check `also`. */
export function requireRange(
  where: string,
  value: unknown,
  least: number,
  most: number,
  also?: (value: number) => boolean,
): void {
  const isInRange = typeof value === 'number' && value >= least && value <= most;
  if (isInRange && (also === undefined || also(value))) return;
  const kind = also === undefined ? 'a number' : 'a whole number';
  throw new RangeError(`Cannot use ${where} ${quote(value)}: expected ${kind} from ${least} to ${most}`);
}

/** Matches visible characters and spaces. Any other character would end the field or be rejected (RFC 9110 §5.5). */
const fieldValue = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;

/** @throws {TypeError} If `userAgent` cannot be sent as a field value. */
export function checkedUserAgent(userAgent: unknown): string {
  if (typeof userAgent === 'string' && fieldValue.test(userAgent)) return userAgent;
  throw new TypeError(
    `Cannot use userAgent ${quote(userAgent)}: expected a User-Agent header such as "FooBot/1.0 (+https://example.com/bot)"`,
  );
}

/** @throws {TypeError} If there is no product token, or a token is not a string. */
export function checkedTokens(tokens: unknown, userAgent: string): readonly string[] {
  const list: unknown = typeof tokens === 'string' ? [tokens] : tokens;
  if (!Array.isArray(list) || !list.every((token) => typeof token === 'string' && token.trim() !== '')) {
    throw new TypeError(
      `Cannot use productTokens ${quote(tokens)}: expected a product token such as "FooBot" or a list`,
    );
  }
  if (list.length > 0) return Object.freeze([...list]);
  throw new TypeError(
    `Cannot find a product token in userAgent ${quote(userAgent)}: expected a header that names the crawler, or productTokens`,
  );
}
