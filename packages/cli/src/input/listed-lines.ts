/** The entries of a list in text: one in a line, without blank lines and comments. */
export function listedLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
