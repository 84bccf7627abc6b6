/** The response fields that state how a page may be used. */
const usageNames = [
  'content-usage',
  'content-signal',
  'x-robots-tag',
  'tdm-reservation',
  'tdm-policy',
  'link',
] as const;

/** Limit on the length of a value. A longer value is dropped, because a truncated statement would be misleading. */
const MAX_LENGTH = 4096;

/** The usage fields of a response. `robots-exclusion/usage` reads only the values of `link` that name a license. */
export function usageHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of usageNames) {
    const value = headers[name];
    if (value === undefined || value.length > MAX_LENGTH) continue;
    if (name !== 'link' || /\brel\s*=\s*"?[^";,]*license/i.test(value)) found[name] = value;
  }
  return found;
}
