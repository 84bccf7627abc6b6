/** Determines which texts are too slow to analyze after each keystroke. */
import type { TextDocument } from 'vscode-languageserver-textdocument';

/**
 * The size limit in UTF-16 code units. Linting a text of this size takes under a second; an ordinary robots.txt is far
 * smaller.
 */
const LARGE = 64 * 1024;

export function isLarge(source: TextDocument): boolean {
  return source.offsetAt({ line: source.lineCount, character: 0 }) > LARGE;
}
