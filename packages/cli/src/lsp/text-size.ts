/** Which texts take so long that the server does not look at them after each key. */
import type { TextDocument } from 'vscode-languageserver-textdocument';

/** UTF-16 code units: far above any usual robots.txt, and linted within some tenths of a second. */
const LARGE = 64 * 1024;

export function isLarge(source: TextDocument): boolean {
  return source.offsetAt({ line: source.lineCount, character: 0 }) > LARGE;
}
