/** Makes text safe to display: on one line, without terminal controls, and without user information in URLs. */
import { printable, withoutSecrets } from 'robots-exclusion/print';

/** Escapes text for display. Idempotent: escaped text is unchanged. */
export function shown(text: string): string {
  return printable(withoutSecrets(text));
}
