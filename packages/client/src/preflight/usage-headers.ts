/** The fields of a page's answer that state how the page may be used. */
const usageNames = [
  'content-usage',
  'content-signal',
  'x-robots-tag',
  'tdm-reservation',
  'tdm-policy',
  'link',
] as const;

/** A longer one is left out: half of a statement would mislead. */
const MAX_LENGTH = 4096;

/** Of `link`, what names a license is read by `robots-exclusion/usage`; the rest says nothing about uses. */
export function usageHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of usageNames) {
    const value = headers[name];
    if (value === undefined || value.length > MAX_LENGTH) continue;
    if (name !== 'link' || /\brel\s*=\s*"?[^";,]*license/i.test(value)) found[name] = value;
  }
  return found;
}
