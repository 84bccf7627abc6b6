/** Formats the caller's URLs for answers, without user information. */
import { withoutSecrets } from 'robots-exclusion/print';

const MAX_CHARACTERS = 200;

/**
 * Formats a URL for the text that accompanies a structured answer. The result is printable ASCII without spaces, so
 * that no part of a URL can look like this package's text.
 */
export function shownUrl(url: string): string {
  const shown = withoutSecrets(url).replace(/[^\x21-\x7e]/gu, escaped);
  return shown.length > MAX_CHARACTERS ? `${shown.slice(0, MAX_CHARACTERS)}…` : shown;
}

/** Percent-encodes a character; a lone surrogate becomes the replacement character. */
function escaped(character: string): string {
  return /\p{Surrogate}/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character);
}
