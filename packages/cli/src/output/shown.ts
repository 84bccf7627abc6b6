/** Text as it is shown: on one line, nothing in it that a terminal would obey, URLs without their user information. */
import { printable, withoutSecrets } from 'robots-exclusion/print';

/** Shown text stays as it is, so it may be applied twice. */
export function shown(text: string): string {
  return printable(withoutSecrets(text));
}
