/** The entries of a text list with one entry per line. Blank lines and comments are skipped. */
export function listedLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
