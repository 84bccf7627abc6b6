/** Which texts are too slow to analyze after each keystroke. */
import type { TextDocument } from 'vscode-languageserver-textdocument';

/** Size in UTF-16 code units. An ordinary robots.txt is far smaller. Linting this size takes under a second. */
const LARGE = 64 * 1024;

export function isLarge(source: TextDocument): boolean {
  return source.offsetAt({ line: source.lineCount, character: 0 }) > LARGE;
}
