/** Which texts are too slow to analyze after each keystroke. */
import type { TextDocument } from 'vscode-languageserver-textdocument';

/** UTF-16 code units: far more than any ordinary robots.txt, and linted within a few tenths of a second. */
const LARGE = 64 * 1024;

export function isLarge(source: TextDocument): boolean {
  return source.offsetAt({ line: source.lineCount, character: 0 }) > LARGE;
}
