/** Text of strangers in Markdown: shown, never obeyed. */
import { printable } from '../output/printable.ts';

/** As code. A grave accent would end it, so it is shown as one that looks alike. */
export function code(text: string): string {
  return `\`${printable(text).replaceAll('`', '\u02cb')}\``;
}

/** As plain text. */
export function plain(text: string): string {
  return printable(text).replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
