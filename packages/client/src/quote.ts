/**
 * Formats callers' values for error messages: quoted, controls escaped, truncated, so that a log line stays one line
 * and contains no password.
 */
import { withoutSecrets } from 'robots-exclusion/print';

/** Limit on the characters of a value. */
const maxQuotedLength = 120;

/** The value as a quoted string of at most 120 characters and an ellipsis. */
export function quote(value: unknown): string {
  const text = withoutSecrets(typeof value === 'string' ? value : describe(value));
  return JSON.stringify(text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text);
}

function describe(value: unknown): string {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
}
