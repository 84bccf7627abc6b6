/** Reads the header fields of a response, in any of the forms that callers may pass. */

/**
 * A map from names, in lower case, to values. Several lines of one field are joined by commas or given as a list. A
 * `Headers` or a `Map` also works.
 */
export type HeaderFields =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | Iterable<readonly [string, string | readonly string[]]>;

/** All lines of a field, in order; empty if the response does not have it. */
export function fieldLines(headers: HeaderFields | undefined, name: string): readonly string[] {
  if (headers === undefined || headers === null) return [];
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return entries.flatMap(([key, value]) =>
    key.toLowerCase() === name && value !== undefined ? [value].flat().map(String) : [],
  );
}

/** The field's value, with its lines joined by commas (RFC 9110 §5.3); `undefined` if absent. */
export function fieldValue(headers: HeaderFields | undefined, name: string): string | undefined {
  const lines = fieldLines(headers, name);
  return lines.length === 0 ? undefined : lines.join(', ');
}
