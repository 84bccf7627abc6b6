/**
 * Makes untrusted text safe to print. A robots.txt may contain terminal controls (ESC, CSI also as U+009B), characters
 * that reorder or hide text, and workflow commands that a CI runner executes wherever they appear in its log.
 */

/**
 * Controls, format characters, line separators, lone surrogates, and characters that Unicode allows to be invisible.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
/**
 * Unsafe characters in JSON text. Between the strings, white space is layout; within them, C0 controls are already
 * escaped.
 */
const UNSAFE_IN_JSON = /[^\P{Cc}\0-\x1f]|[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/**
 * A GitHub runner reads `##[command]` anywhere in a line. It reads `::command::` only at the start of a line, where
 * none of our layouts puts untrusted text.
 */
const WORKFLOW_COMMAND = /##(?=\[)/g;
const PLAIN = /^[ -"$-~]*$/;
const PLAIN_JSON = /^[\n -"$-~]*$/;

/**
 * The text on one line. Anything that a terminal, a viewer or a CI runner would execute or hide becomes an escape:
 * `\x1b` or `\u{202e}`. Printable text stays unchanged, so the function is idempotent.
 *
 * @example
 * import { printable } from 'robots-exclusion/print';
 *
 * printable('/a\u001b[2J\n\u202eb'); // '/a\\x1b[2J\\x0a\\u{202e}b'
 */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNSAFE, escapeOf).replace(WORKFLOW_COMMAND, '#\\x23');
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) as number;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/** The value as JSON that is safe to print and parses to the same value. */
export function printableJson(value: unknown, indent?: number): string {
  return printableJsonText(JSON.stringify(value, undefined, indent));
}

/** Makes JSON text safe to print: escapes unsafe characters, which only its strings can contain. */
export function printableJsonText(json: string): string {
  if (PLAIN_JSON.test(json)) return json;
  return json.replace(UNSAFE_IN_JSON, escapeUnits).replace(WORKFLOW_COMMAND, '#\\u0023');
}

function escapeUnits(characters: string): string {
  let escaped = '';
  for (let at = 0; at < characters.length; at++) {
    escaped += `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}

/** Text of a file in quotation marks, as the file has it, so that a reader can search for it. */
export function inQuotes(text: string): string {
  return `"${printable(text)}"`;
}
