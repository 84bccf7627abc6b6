import { uses } from 'robots-exclusion/usage';

/** The lines of each field, by its name in lower case. */
export type PageFields = Readonly<Record<string, string | readonly string[]>>;

const none: PageFields = {};

/** The header fields of the page if they belong to the URL; otherwise an empty object, the same one on every call. */
export function headersFor(
  url: string,
  headers: { readonly url: string; readonly text: string } | undefined,
): PageFields {
  return headers !== undefined && headers.url === url ? readHeaderFields(headers.text) : none;
}

/** Parses pasted header fields. Names become lower case. Lines stay separate: a name in one X-Robots-Tag ends with it. */
export function readHeaderFields(text: string): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const line of text.split(/\r\n?|\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon < 1 || !/^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name)) continue;
    const value = line.slice(colon + 1).trim();
    const lines = fields.get(name);
    if (lines === undefined) fields.set(name, [value]);
    else lines.push(value);
  }
  return Object.fromEntries(fields);
}

export const useTitles = uses.map(({ name, title }) => [name, title] as const);

const words: ReadonlyMap<string, string> = new Map([
  ['allow', 'Allowed'],
  ['disallow', 'Disallowed'],
  ['unknown', 'Not stated'],
  ['not-applicable', 'May not be fetched'],
]);

export function preferenceWord(preference: string): string {
  return words.get(preference) ?? preference;
}

/** The name of a preference's icon. */
export function preferenceSign(preference: string): string {
  return preference === 'allow' ? 'allowed' : preference === 'disallow' ? 'disallowed' : 'unknown';
}
