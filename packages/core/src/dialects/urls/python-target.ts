/** Reads targets and patterns as later Python versions do: parses them first, then decodes and encodes each part. */
import type { OwnWay, TargetReading } from '../engine/own-way.ts';
import { LETTERS_AND_DIGITS, of } from '../engine/sets.ts';
import { quote, unquote } from './percent.ts';
import { NOT_A_URL, splitUrl } from './python-url.ts';

/** Path, query and fragment. */
function readTargetApart(url: string, keepsEmpty: boolean): TargetReading {
  const parts = splitUrl(url, false, { areBracketsStrict: true });
  if (!parts) return NOT_A_URL;
  const { path, query, fragment } = parts;
  const isKept = (part: string | undefined): boolean => (keepsEmpty ? part !== undefined : Boolean(part));
  const text =
    (path.startsWith('//') ? `//${path}` : path) +
    (isKept(query) ? `?${query}` : '') +
    (isKept(fragment) ? `#${fragment}` : '');
  return { path: normaliseUri(text) || '/' };
}

const APART =
  'Path and query of a URL are decoded and escaped again, each component separately, and its fragment is compared too.';

export const READ_APART: OwnWay<(url: string) => TargetReading> = {
  run: (url) => readTargetApart(url, true),
  inWords: APART,
};

/** {@link READ_APART} with the public functions of `urllib.parse`, which lose the mark of an empty part. */
export const READ_WITHOUT_EMPTY: OwnWay<(url: string) => TargetReading> = {
  run: (url) => readTargetApart(url, false),
  inWords: `${APART} A ? or # at its end is lost.`,
};

/** Describes the effect of `normaliseUri` on patterns. */
export const PART_BY_PART = 'decoded and escaped again, each component separately';

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
