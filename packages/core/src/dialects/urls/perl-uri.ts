/** Reads URLs and references as Perl's `URI` module does. */
import { LETTERS_AND_DIGITS, of } from '../engine/sets.ts';
import { encodeOctets } from './percent.ts';

/** The characters that `URI` keeps: those of RFC 2396, without square brackets, and `#`. */
const KEPT = of(`${LETTERS_AND_DIGITS};/?:@&=+$,-_.!~*'()%#`);
const SCHEME = /^[A-Za-z][A-Za-z0-9.+-]*:/;

/** The URI of a text in octets: without white space, `<>` or quotes round it, and with its other characters escaped. */
export function perlUri(text: string): string {
  const unwrapped = text.replace(/^<(?:URL:)?([^\n]*)>$/, '$1').replace(/^"([^\n]*)"$/, '$1');
  return encodeOctets(trimmed(unwrapped), KEPT);
}

/** The scheme in lower case; `undefined` if the URI has none. */
export function schemeOf(uri: string): string | undefined {
  return SCHEME.exec(uri)?.[0].slice(0, -1).toLowerCase();
}

/** Path and query. They may be empty. */
export function pathQueryOf(uri: string): string {
  return uri.replace(/#.*$/s, '').replace(/^(?:[^:/?#]+:)?(?:\/\/[^/?#]*)?/, '');
}

/**
 * Path and query of a reference that is resolved against a robots.txt. Text before a colon, without being a
 * scheme, is lost unless a slash follows the colon.
 */
export function resolvedPathQuery(uri: string): string {
  const text = pathQueryOf(uri);
  if (SCHEME.test(uri)) return text || '/';
  const path = text.split('?', 1)[0] as string;
  if (path.startsWith('/')) return uri.replace(/^(?!\/)/, '/').replace(/#.*$/s, '');
  return (path === '' ? '/robots.txt' : `/${withoutDots(path)}`) + text.slice(path.length);
}

/** Resolves dot segments, except `..` at the start. A `..` at the end leaves a slash if a segment remains. */
function withoutDots(path: string): string {
  const segments = path.split('/');
  const kept: string[] = [];
  for (const [index, segment] of segments.entries()) {
    if (kept.at(-1) === '.') kept.pop();
    const before = kept.at(-1);
    if (segment !== '..' || before === undefined || before === '..') kept.push(segment);
    else {
      kept.pop();
      if (index === segments.length - 1 && kept.length > 0) kept.push('');
    }
  }
  if (kept.at(-1) === '.') kept[kept.length - 1] = '';
  return kept.join('/');
}

function trimmed(octets: string): string {
  let end = octets.length;
  while (end > 0 && SPACE.test(octets[end - 1] as string)) end--;
  return octets.slice(0, end).replace(/^[\t-\r ]+/, '');
}

const SPACE = /[\t-\r ]/;
