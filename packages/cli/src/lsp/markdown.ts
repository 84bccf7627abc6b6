/** Shows untrusted text in Markdown without interpreting it. */
import { printable } from 'robots-exclusion/print';

/** As code. A backtick would end it, so a similar character is shown instead. */
export function code(text: string): string {
  return `\`${printable(text).replaceAll('`', '\u02cb')}\``;
}

/** As plain text: every escapable character is escaped, so nothing becomes markup or a link (CommonMark §2.4). */
export function plain(text: string): string {
  return printable(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
