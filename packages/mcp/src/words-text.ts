/** Formats the words of an answer as lines for a model. Text from a site is on a separate line or percent-encoded. */
import type { Word, Words } from '@robots-exclusion/operations';
import { caller, line } from '@robots-exclusion/operations/words';
import { withoutSecrets } from 'robots-exclusion/print';
import { shownText, siteLine } from './site-text.ts';

/** Formats the caller's URLs for answers, without user information. */
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

/**
 * The words of each result. If the results are about several crawlers, as with `registry:PURPOSE`, a line names the
 * crawler of each.
 */
export function wordsOfEach<Result extends object>(
  results: readonly Result[],
  wordsOf: (result: Result) => Words,
): Words {
  const names = results.map((result) =>
    'crawler' in result ? (result.crawler as { readonly tokens: readonly string[] }).tokens.join(',') : '',
  );
  if (new Set(names).size < 2) return results.flatMap((result) => wordsOf(result));
  return results.flatMap((result, at) => [
    ...(names[at] ? [line`${caller(names[at])}:`] : []),
    ...wordsOf(result),
  ]);
}

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
