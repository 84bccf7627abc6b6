/** The caller's URLs as named in answers: without user information. */
import { withoutSecrets } from 'robots-exclusion/print';

const MAX_CHARACTERS = 200;

/** For the text beside an answer: only printable ASCII, so that nothing in a URL reads as our text. */
export function shownUrl(url: string): string {
  const shown = withoutSecrets(url).replace(/[^\x21-\x7e]/gu, escaped);
  return shown.length > MAX_CHARACTERS ? `${shown.slice(0, MAX_CHARACTERS)}…` : shown;
}

/** As in a URL; a lone surrogate becomes the replacement character. */
function escaped(character: string): string {
  return /\p{Surrogate}/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character);
}
