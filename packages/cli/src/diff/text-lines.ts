/** Octets as lines that are safe to print. */
import { printable } from '../output/printable.ts';

const decoder = new TextDecoder();

/** Each line made printable, whatever its line end was; octets that are not valid UTF-8 as U+FFFD. */
export function textLines(octets: Uint8Array): string {
  const lines = decoder.decode(octets).split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => `${printable(line)}\n`).join('');
}
