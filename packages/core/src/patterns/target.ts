/** Prepares a target for comparison: the path and query of a URL, as a client would send them, normalized. */

import { quote } from '../bytes/quote.ts';
import { areSameOctets } from '../bytes/same-octets.ts';
import { encodeUtf8 } from '../bytes/utf-8.ts';
import { firstQuestion, foldedForm, plainForm } from './normalise.ts';

/** A `URL` object, or any object with `href`. */
export interface UrlLike {
  readonly href: string;
}

/** Path and query in both forms. If the forms are equal, as they nearly always are, both members are the same array. */
export interface Target {
  readonly folded: Uint8Array;
  readonly plain: Uint8Array;
}

/**
 * Prepares a target for comparison.
 * @throws {TypeError} If `target` is neither an absolute URL with a path nor a path beginning with `/`.
 */
export function prepareTarget(target: string | UrlLike): Target {
  if (typeof target !== 'string') return formsOf(target);
  if (target !== last?.text) last = { text: target, forms: formsOf(target) };
  return last.forms;
}

/** A cache of the last target, because callers often check one target against many files in turn. */
let last: { readonly text: string; readonly forms: Target } | undefined;

function formsOf(target: string | UrlLike): Target {
  const octets = encodeUtf8(pathAndQuery(target));
  const plain = plainForm(octets, 0, octets.length);
  const folded = foldedForm(octets, 0, octets.length, firstQuestion(octets, 0, octets.length));
  return { folded, plain: areSameOctets(folded, plain) ? folded : plain };
}

/**
 * The path and query that a client sends for `target`. As in a URL parser, certain control characters are removed, `\`
 * becomes `/`, dot segments are resolved and the fragment is dropped. Unlike in a URL parser, an empty query keeps its
 * `?`.
 *
 * @throws {TypeError} If `target` is neither an absolute URL with a path nor a path beginning with `/`.
 * @see {@link https://url.spec.whatwg.org/#url-parsing | URL Standard, 4.4}
 */
export function pathAndQuery(target: string | UrlLike): string {
  const text = withoutControls(textOf(target));
  const { rest, isSpecial } = text.startsWith('/')
    ? { rest: text, isSpecial: true }
    : afterAuthority(text, target);
  const [beforeFragment = ''] = split(rest, '#');
  const [path = '', query] = split(beforeFragment, '?');
  const resolved = resolveDotSegments(isSpecial ? path.replaceAll('\\', '/') : path);
  return query === undefined ? resolved : `${resolved}?${query}`;
}

/** The text of a target, without validation. */
export function textOf(target: string | UrlLike): string {
  if (typeof target === 'string') return target;
  if (typeof target?.href === 'string') return target.href;
  throw badTarget(target);
}

function badTarget(target: unknown): TypeError {
  return new TypeError(
    `Cannot read target ${quote(target)}: expected an absolute URL such as "https://example.com/a" or a path beginning with "/"`,
  );
}

/**
 * Removes the characters that a URL parser drops: white space and controls around a URL, and TAB, LF and CR anywhere in
 * it.
 */
function withoutControls(text: string): string {
  if (!HAS_CONTROL.test(text)) return text;
  // A regular expression would take quadratic time to find a run at the end if long runs occur elsewhere.
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end).replace(INNER_CONTROLS, '');
}

const HAS_CONTROL = /[\u0000-\u0020]/;
const INNER_CONTROLS = /[\t\n\r]/g;

/** The part of an absolute URL after its authority. The URL must be one that a client can request. */
function afterAuthority(text: string, target: string | UrlLike): { rest: string; isSpecial: boolean } {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || !isUrl(text)) throw badTarget(target);
  const isSpecial = SPECIAL_SCHEMES.has(scheme);
  const afterScheme = text.slice(scheme.length + 1);
  if (isSpecial && scheme !== 'file') return { rest: afterScheme.replace(SPECIAL_AUTHORITY, ''), isSpecial };
  if (afterScheme.startsWith('//')) return { rest: afterScheme.replace(AUTHORITY, ''), isSpecial };
  if (afterScheme.startsWith('/')) return { rest: afterScheme, isSpecial };
  throw badTarget(target);
}

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const SPECIAL_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'ws', 'wss', 'file']);
/** For special schemes, clients accept any run of slashes and backslashes before the host. */
const SPECIAL_AUTHORITY = /^[\\/]*[^\\/?#]*/;
const AUTHORITY = /^\/\/[^\\/?#]*/;

function isUrl(text: string): boolean {
  if (SIMPLE_URL.test(text)) return true;
  if (typeof URL === 'undefined') return URL_WITH_HOST.test(text);
  try {
    new URL(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Matches URLs that are valid without parsing: their host consists of letters, digits, `-` and `.`, and ends with a
 * letter, so it is not an IPv4 address.
 */
const SIMPLE_URL = /^https?:\/\/[A-Za-z0-9.-]*[A-Za-z](?:[/?#]|$)/;

/** The minimum requirements for a URL, checked on JavaScript hosts without a URL parser. */
const URL_WITH_HOST = /^(?:[A-Za-z][A-Za-z0-9+.-]*:[\\/]*[^\\/?#\s]|file:)/;

function split(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Resolves `.` and `..`, including those written with `%2e`; an empty path becomes `/` (RFC 3986 §6.2.3). */
function resolveDotSegments(path: string): string {
  if (!DOT_SEGMENT.test(path)) return path === '' ? '/' : path;
  const resolved: string[] = [];
  const segments = path.slice(1).split('/');
  segments.forEach((segment, index) => {
    const dots = segment.replace(ESCAPED_DOT, '.');
    if (dots === '..') resolved.pop();
    if (dots !== '.' && dots !== '..') resolved.push(segment);
    else if (index === segments.length - 1) resolved.push('');
  });
  return `/${resolved.join('/')}`;
}

const DOT_SEGMENT = /\/(?:\.|%2e)/i;
const ESCAPED_DOT = /%2e/gi;
