/** Values of callers in error messages: quoted, controls escaped, cut, so that a log line stays a line and keeps no password. */
import { withoutSecrets } from 'robots-exclusion/print';

/** A value that does not say more in this many characters says enough. */
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
