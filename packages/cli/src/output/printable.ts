/**
 * Text of strangers, made safe to print. A robots.txt may hold terminal controls (ESC, CSI also as U+009B), characters
 * that turn or hide text, and workflow commands that a CI runner obeys wherever they appear in its log.
 */

const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu;
const unsafeInJson =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;
/** A GitHub runner reads `##[command]` anywhere in a line; `::command::`, only at its start, is kept from there by every layout. */
const workflowCommand = /##(?=\[)/g;

/** The text on one line: whatever a terminal would obey is shown as an escape, `\x1b` or `\u{202e}`. */
export function printable(text: string): string {
  return text.replace(unsafe, escapeOf).replace(workflowCommand, '#\\x23');
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) as number;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/** The value as JSON that is safe to print; read back, it is the same value. */
export function printableJson(value: unknown, indent?: number): string {
  return printableJsonText(JSON.stringify(value, undefined, indent));
}

/** JSON text made safe to print: what is escaped can be in its strings only. */
export function printableJsonText(json: string): string {
  return json.replace(unsafeInJson, escapeUnits).replace(workflowCommand, '#\\u0023');
}

function escapeUnits(characters: string): string {
  let escaped = '';
  for (let at = 0; at < characters.length; at++) {
    escaped += `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
