/** The entries of a text list: one per line, skipping blank lines and comments. */
export function listedLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
