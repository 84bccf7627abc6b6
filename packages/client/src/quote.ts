/**
 * Formats callers' values for error messages. Quotes and truncates the values, removes passwords, and escapes control
 * characters, so that a message stays on one line of a log.
 */
import { withoutSecrets } from 'robots-exclusion/print';

/** Limit on the length of a value in characters. */
const maxQuotedLength = 120;

/** The value as a quoted string of at most 120 characters; longer values end in an ellipsis. */
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
