/**
 * Parses the directives of a Cache-Control field (RFC 9111 §5.2). No regular expression is applied to the whole field,
 * so that hostile fields cannot make parsing slow.
 */

/** Arguments by directive name in lower case; true for a directive without an argument. */
export type CacheDirectives = ReadonlyMap<string, string | true>;

/**
 * Splits a field value into its directives. If a directive is repeated, the first one counts (RFC 9111 §4.2.1).
 * Malformed parts are skipped. The work is linear in the length of the field.
 */
export function parseCacheControl(field: string): CacheDirectives {
  const directives = new Map<string, string | true>();
  for (const part of splitOutsideQuotes(field)) {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    if (name === '' || directives.has(name)) continue;
    directives.set(name, equals < 0 ? true : unquote(part.slice(equals + 1).trim()));
  }
  return directives;
}

/** Splits at commas outside quoted strings (RFC 9110 §5.6.4). */
function splitOutsideQuotes(field: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < field.length; at++) {
    const character = field[at];
    if (isQuoted && character === '\\') at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === ',' && !isQuoted) {
      parts.push(field.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(field.slice(start));
  return parts;
}

function unquote(argument: string): string {
  if (argument.length < 2 || !argument.startsWith('"') || !argument.endsWith('"')) return argument;
  return argument.slice(1, -1).replaceAll(/\\(.)/g, '$1').trim();
}
