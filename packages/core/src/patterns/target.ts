/** A target in its comparison form: path and query of a URL, as a client would send them, normalized. */

import { quote } from '../bytes/quote.ts';
import { encodeUtf8 } from '../bytes/utf-8.ts';
import { firstQuestion, foldedForm, plainForm } from './normalise.ts';
import { areSameOctets } from './pattern.ts';

/** A `URL` object, or any object with `href`. */
export interface UrlLike {
  readonly href: string;
}

/** Path and query in both forms; the same array if they are equal, as they nearly always are. */
export interface Target {
  readonly folded: Uint8Array;
  readonly plain: Uint8Array;
}

/**
 * @throws {TypeError} If `target` is neither an absolute URL with a path nor a path beginning with `/`.
 */
export function prepareTarget(target: string | UrlLike): Target {
  if (typeof target !== 'string') return formsOf(target);
  if (target !== last?.text) last = { text: target, forms: formsOf(target) };
  return last.forms;
}

/** Callers ask one question about file after file. */
let last: { readonly text: string; readonly forms: Target } | undefined;

function formsOf(target: string | UrlLike): Target {
  const octets = encodeUtf8(pathAndQuery(target));
  const plain = plainForm(octets, 0, octets.length);
  const folded = foldedForm(octets, 0, octets.length, firstQuestion(octets, 0, octets.length));
  return { folded, plain: areSameOctets(folded, plain) ? folded : plain };
}

/**
 * The path and query that a client sends for `target`: controls that a URL parser removes are removed, `\` becomes
 * `/`, dot segments are resolved, the fragment is dropped. Unlike in a URL parser, an empty query keeps its `?`.
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

/** A URL parser drops white space and controls around a URL, and TAB, LF and CR anywhere in it. */
function withoutControls(text: string): string {
  if (!HAS_CONTROL.test(text)) return text;
  // Not a regular expression: for a run at the end, it would take quadratic time if there are long runs elsewhere.
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end).replace(INNER_CONTROLS, '');
}

const HAS_CONTROL = /[\u0000-\u0020]/;
const INNER_CONTROLS = /[\t\n\r]/g;

/** The part after the authority of an absolute URL. The URL must be one that a client can request. */
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
/** In special schemes, clients accept any run of slashes and backslashes before the host. */
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

/** URLs that are valid without parsing: a host of letters that does not end like an IPv4 address. */
const SIMPLE_URL = /^https?:\/\/[A-Za-z0-9.-]*[A-Za-z](?:[/?#]|$)/;

/** Minimum requirements for a URL on hosts without a URL parser. */
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
