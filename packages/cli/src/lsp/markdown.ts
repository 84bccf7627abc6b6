/** Text of strangers in Markdown: shown, never obeyed. */
import { printable } from 'robots-exclusion/print';

/** As code. A grave accent would end it, so it is shown as one that looks alike. */
export function code(text: string): string {
  return `\`${printable(text).replaceAll('`', '\u02cb')}\``;
}

/** As plain text: every character that may be escaped is, so that nothing is markup or a link (CommonMark §2.4). */
export function plain(text: string): string {
  return printable(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
