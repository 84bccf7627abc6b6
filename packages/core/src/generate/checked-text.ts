/**
 * Checks and formats text from callers for use in a robots.txt. A token cannot contain a line end; each line of a
 * comment becomes a comment line.
 */
import { quote } from '../bytes/quote.ts';

/** @throws {RangeError} If a crawler could not recognize the token. */
export function productToken(token: string): string {
  if (typeof token !== 'string' || !/^(?:\*|[A-Za-z0-9_.-]+)$/.test(token)) {
    throw new RangeError(
      `Cannot write the product token ${quote(token)}: expected letters, digits, "-", "_" and ".", or "*"`,
    );
  }
  return token;
}

/**
 * The lines of a comment. Empty if the text is empty.
 *
 * @throws {TypeError} If the text contains control characters.
 */
export function comment(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  if (typeof text !== 'string' || /[\u0000-\u0008\u000e-\u001b\ud800-\udfff]/u.test(text)) {
    throw new TypeError(`Cannot write the comment ${quote(text)}: expected text without controls`);
  }
  return text.split(LINE_END).map((line) => `# ${line}`.trimEnd());
}

/** Matches line ends, including those that only some readers recognize. */
const LINE_END = /\r\n|[\n\u000b-\r\u001c-\u001e\u0085\u2028\u2029]/;
