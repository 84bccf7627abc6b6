/**
 * Parses URLs first as `java.net.URI` does, strictly by RFC 2396, and then as `java.net.URL` does. A URL that does not
 * parse counts as `/`.
 */
import type { TargetReading } from '../engine/own-way.ts';
import { isJavaIpv6 } from './ipv6.ts';
import { cutAtLast, type JavaUrl, parseJavaUrl } from './java-url.ts';
import { onHost } from './target.ts';

/** Path and query, unchanged; `/` for a URL that does not parse, and for an empty path. */
export function readJavaUri(url: string): TargetReading {
  const { path, query } = parseUri(onHost(url)) ?? { path: '/', query: '' };
  return { path: (path || '/') + query };
}

/** Imitates `new URI(url).toURL()`; `undefined` if Java throws. */
function parseUri(url: string): JavaUrl | undefined {
  if (OPAQUE.test(url)) return parseJavaUrl(url);
  const [, scheme, authority, path = '', query = '', fragment] = HIERARCHICAL.exec(url) ?? [];
  if (scheme === undefined || (authority && !isAuthority(authority))) return undefined;
  if (authority === '' && path + query + (fragment ?? '') === '') return undefined;
  // For the scheme `jrt`, Java takes path and query from the URI, regardless of the authority.
  return scheme === 'jrt' && fragment === undefined ? cutAtLast(path + query) : parseJavaUrl(url);
}

/**
 * Whether the authority is a host name, an address in brackets, or any other name. Only brackets need checks beyond the
 * allowed characters.
 */
function isAuthority(authority: string): boolean {
  if (!/[[\]]/.test(authority)) return NAME.test(authority);
  const [, address, port = ''] = ADDRESS.exec(authority) ?? [];
  return address !== undefined && isJavaIpv6(address) && !LONG_GROUP.test(address) && Number(port) < 2 ** 31;
}

// RFC 2396 plus Java's extension: non-ASCII characters other than controls and spaces.
const OTHER =
  '\\u00a1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027\\u202a-\\u202e\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\uffff';
const UNRESERVED = "A-Za-z0-9_.!~*'()\\-";
const ESCAPE = '%[0-9A-Fa-f]{2}';
const URIC = `(?:[${UNRESERVED};/?:@&=+$,\\[\\]${OTHER}]|${ESCAPE})`;
const SCHEME = '([A-Za-z][A-Za-z0-9+.-]*):';
const FRAGMENT = `(#${URIC}*)?`;
const OPAQUE = new RegExp(`^${SCHEME}(?!/)${URIC}+${FRAGMENT}$`);
/** Captures scheme, authority, path, query and fragment. */
const HIERARCHICAL = new RegExp(
  `^${SCHEME}(?=/)(?://([^/?#]*))?((?:[${UNRESERVED};/:@&=+$,${OTHER}]|${ESCAPE})*)(\\?${URIC}*)?${FRAGMENT}$`,
);
const NAME = new RegExp(`^(?:[${UNRESERVED}$,;:@&=+${OTHER}]|${ESCAPE})+$`);
const ADDRESS = new RegExp(
  `^(?:(?:[${UNRESERVED};:&=+$,${OTHER}]|${ESCAPE})*@)?\\[([^%\\]]*(?:%[A-Za-z0-9_.]+)?)\\](?::(\\d*))?$`,
);
/** Matches a group of more than four digits, which only `java.net.URL` accepts. */
const LONG_GROUP = /^[^%.]*?[0-9A-Fa-f]{5}/;
