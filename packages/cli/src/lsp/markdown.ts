/** Shows untrusted text in Markdown without interpreting it. */
import { printable } from 'robots-exclusion/print';

/** Formats text as code. A backtick would end the code, so a similar character replaces it. */
export function code(text: string): string {
  return `\`${printable(text).replaceAll('`', '\u02cb')}\``;
}

/** Formats plain text. Every escapable character is escaped, so nothing becomes markup or a link (CommonMark §2.4). */
export function plain(text: string): string {
  return printable(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** The Markdown of this server without its marks, for editors that show plain text. */
export function withoutMarks(markdown: string): string {
  return markdown.replace(/`([^`]*)`|\\([!-/:-@[-`{-~])|\*\*/g, '$1$2');
}
