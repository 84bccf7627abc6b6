import type { PageHeaders } from '../../state/session.ts';

const none: Record<string, string> = {};

/** The header fields of the page if they belong to the URL; otherwise an empty object, the same one on every call. */
export function headersFor(url: string, headers: PageHeaders | undefined): Record<string, string> {
  return headers !== undefined && headers.url === url ? readHeaderFields(headers.text) : none;
}

/** Parses pasted header fields. Names become lower case; fields with the same name are joined (RFC 9110 §5.3). */
export function readHeaderFields(text: string): Record<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.split(/\r\n?|\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon < 1 || !/^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name)) continue;
    const value = line.slice(colon + 1).trim();
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(fields);
}
