/** Normalizes URLs and patterns as later Python versions do: each part is decoded and encoded separately. */

import { LETTERS_AND_DIGITS, of } from '../engine/sets.ts';
import { quote, unquote } from './percent.ts';

const KEPT = of(`${LETTERS_AND_DIGITS}_.-~/`);

/** Normalizes the path and each name and value of the query separately. `?`, `=` and `&` stay unchanged. */
export function normaliseUri(uri: string): string {
  return inParts(uri, /[\s\S]+/g, /[^=&]+/g);
}

/** Like {@link normaliseUri}, but `*` and `$` stay unchanged. */
export function normalisePattern(pattern: string): string {
  return inParts(pattern, /[^*$]+/g, /[^=&*$]+/g);
}

function inParts(text: string, inPath: RegExp, inQuery: RegExp): string {
  const at = text.indexOf('?');
  const path = (at < 0 ? text : text.slice(0, at)).replace(inPath, normalise);
  return at < 0 ? path : `${path}?${text.slice(at + 1).replace(inQuery, normalise)}`;
}

function normalise(part: string): string {
  return quote(unquote(part, 'utf-8-surrogates'), KEPT);
}
