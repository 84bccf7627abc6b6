import { fieldLines, type ResponseFields } from '../transport/field-lines.ts';

/** The response fields that state how a page may be used. */
const usageNames = [
  'content-usage',
  'content-signal',
  'x-robots-tag',
  'tdm-reservation',
  'tdm-policy',
  'link',
] as const;

/** Limit on the length of a line. A longer line is dropped, because a truncated statement would be misleading. */
const MAX_LENGTH = 4096;

/**
 * The usage fields of a response; a list if a field has several lines, which must not be joined.
 * `robots-exclusion/usage` reads only the values of `link` that name a license.
 */
export function usageHeaders(fields: ResponseFields): Record<string, string | readonly string[]> {
  const found: Record<string, string | readonly string[]> = {};
  for (const name of usageNames) {
    const lines = fieldLines(fields, name).filter(
      (line) => line.length <= MAX_LENGTH && (name !== 'link' || /\brel\s*=\s*"?[^";,]*license/i.test(line)),
    );
    const [first] = lines;
    if (first !== undefined) found[name] = lines.length === 1 ? first : lines;
  }
  return found;
}
