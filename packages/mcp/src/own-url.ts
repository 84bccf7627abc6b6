/** URLs that the caller handed in, as answers name them: without user information. */
import { withoutSecrets } from 'robots-exclusion/print';

const MAX_CHARACTERS = 200;

/** For the text beside an answer: printable ASCII only, so that nothing in a URL reads as text of ours. */
export function shownUrl(url: string): string {
  const shown = withoutSecrets(url).replace(/[^\x21-\x7e]/gu, escaped);
  return shown.length > MAX_CHARACTERS ? `${shown.slice(0, MAX_CHARACTERS)}…` : shown;
}

/** As a URL has it; half of a surrogate pair as the replacement character. */
function escaped(character: string): string {
  return /\p{Surrogate}/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character);
}
