/** Formats the words of an answer as lines for a model. Text from a site is on a separate line or percent-encoded. */
import type { Word, Words } from '@robots-exclusion/operations';
import { shownUrl } from './own-url.ts';
import { shownText, siteLine } from './site-text.ts';

export function wordsText(words: Words): string {
  return words.map(lineOf).join('\n');
}

function lineOf(line: Words[number]): string {
  const [only] = line;
  if (line.length === 1 && only !== undefined && 'site' in only) return siteLine(shownText(only.site));
  return line.map(textOf).join('');
}

/** Percent-encodes text from the caller or a site, so that no part of it can look like this package's text. */
function textOf(word: Word): string {
  if ('own' in word) return word.own;
  return shownUrl('site' in word ? word.site : word.caller);
}
