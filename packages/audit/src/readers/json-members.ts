/** Finds the values of members in objects that were JSON. */
import type { Path } from './fields-by-name.ts';

/** The first text or number at one of the paths. */
export function firstText(entry: object, paths: readonly Path[]): string | undefined {
  for (const path of paths) {
    const text = textIn(entry, path);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The text or number at a path; in a list of texts, the first one. Other types are ignored. */
export function textIn(entry: object, path: Path): string | undefined {
  const value = valueAt(entry, path);
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof one === 'number') return String(one);
  return typeof one === 'string' && one !== '' && one !== '-' ? one : undefined;
}

export function valueAt(entry: object, path: Path): unknown {
  // Elastic may write a nested path as one member whose name contains dots.
  const whole = path.length > 1 ? path.join('.') : '';
  if (whole !== '' && Object.hasOwn(entry, whole)) return (entry as Record<string, unknown>)[whole];
  let value: unknown = entry;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** All header fields of a request; repeated fields are joined, as in HTTP. */
export function headersIn(headers: unknown): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(
    typeof headers === 'object' && headers !== null ? headers : {},
  )) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (values.every((one) => typeof one === 'string')) found.set(name.toLowerCase(), values.join(', '));
  }
  return found;
}

/**
 * The value of one header field. Caddy writes each field as a list of values, with the name spelled as the client sent
 * it. AWS WAF writes a list of objects with a name and a value.
 */
export function headerIn(headers: unknown, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  if (Array.isArray(headers)) {
    const of = (one: unknown, ...names: string[]): string | undefined =>
      firstText(
        Object(one),
        names.map((own) => [own]),
      );
    const field = headers.find((one) => of(one, 'name', 'key', 'Name', 'Key')?.toLowerCase() === name);
    return of(field, 'value', 'Value');
  }
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() !== name) continue;
    const one: unknown = Array.isArray(value) ? value[0] : value;
    return typeof one === 'string' ? one : undefined;
  }
  return undefined;
}
