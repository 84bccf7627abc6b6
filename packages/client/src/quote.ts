/**
 * Formats callers' values for error messages: quotes and truncates them, escapes control characters and removes
 * passwords, so that a log line stays one line.
 */
import { withoutSecrets } from 'robots-exclusion/print';

/** Limit on the characters of a value. */
const maxQuotedLength = 120;

/** The value as a quoted string: at most 120 characters, then an ellipsis. */
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
