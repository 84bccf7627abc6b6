/**
 * Extracts the source text of one member of a JSON object. `JSON.parse` would change an identifier such as
 * 12345678901234567890, which must be returned unchanged.
 */

/**
 * The text of the value of `name` at the top level of `json`, which must be a valid JSON object with such a member.
 * If the member occurs several times, the last one counts, as in `JSON.parse`.
 */
export function rawMember(json: string, name: string): string | undefined {
  let found: string | undefined;
  let at = json.indexOf('{') + 1;
  while (json[skipSpace(json, at)] === '"') {
    const nameStart = skipSpace(json, at);
    const nameEnd = endOfString(json, nameStart);
    const valueStart = skipSpace(json, json.indexOf(':', nameEnd) + 1);
    const valueEnd = endOfValue(json, valueStart);
    if (JSON.parse(json.slice(nameStart, nameEnd)) === name) found = json.slice(valueStart, valueEnd);
    const separator = skipSpace(json, valueEnd);
    at = separator + 1;
    if (json[separator] !== ',') break;
  }
  return found;
}

function skipSpace(json: string, start: number): number {
  let at = start;
  while (' \t\n\r'.includes(json.charAt(at)) && at < json.length) at++;
  return at;
}

/** The offset after the closing quote of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"' && at < json.length) at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The offset after the value that begins at `start`, found by skipping nested brackets and whole strings. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < json.length) {
    const character = json.charAt(at);
    if (character === '"') {
      at = endOfString(json, at);
      if (depth === 0) return at;
      continue;
    }
    if (depth === 0 && at > start && ',} \t\n\r'.includes(character)) return at;
    if (character === '{' || character === '[') depth++;
    if (character === '}' || character === ']') depth--;
    at++;
    if (depth === 0 && (character === '}' || character === ']')) return at;
  }
  return at;
}
