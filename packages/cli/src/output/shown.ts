/** Text for display: on one line, without terminal controls, URLs without their user information. */
import { printable, withoutSecrets } from 'robots-exclusion/print';

/** Idempotent: displayed text is unchanged. */
export function shown(text: string): string {
  return printable(withoutSecrets(text));
}
