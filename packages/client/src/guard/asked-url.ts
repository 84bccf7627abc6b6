/** Determines the URL that a request refers to, on the site that the Host field names. */

import { stringify } from 'node:querystring';
import type { Dispatcher } from 'undici';
import { parseUrl } from '../parse-url.ts';
import { quote } from '../quote.ts';

/**
 * The URL that a request refers to, derived from the URL of the connection and the value of the Host field. The rules
 * and delays of the site that the Host field names apply, regardless of the server to which the request is sent.
 *
 * @throws {TypeError} If `url` is not an absolute URL, or `host` is not a host with an optional port.
 * @see RFC 9110 §7.2, RFC 9112 §3.3
 * @example
 * askedUrl('http://192.0.2.1/page?a', 'example.com'); // 'http://example.com/page?a'
 * askedUrl('http://example.com/page'); // 'http://example.com/page'
 */
export function askedUrl(url: string | URL, host?: string): string {
  const { href, host: own, protocol, pathname, search } = new URL(url);
  if (host === undefined || host === own) return href;
  const site = /^[^\s/?#@\\]+$/.test(host) ? parseUrl(`${protocol}//${host}`) : undefined;
  if (site === undefined) {
    throw new TypeError(
      `Cannot send the request with Host ${quote(host)}: expected a host and an optional port`,
    );
  }
  return site.origin + pathname + search;
}

/**
 * The URL of a request, on the site that its Host field names. The path is not resolved like a relative URL:
 * `//b.example/x` is a path, and does not name a host.
 *
 * @throws {TypeError} If the path is a URL of another origin, there are two queries, or Host is not a single host.
 */
export function requestUrl({ origin, path, query, headers }: Dispatcher.DispatchOptions): URL {
  const base = new URL(String(origin));
  if (query && /[?#]/.test(path)) {
    throw new TypeError(
      'Cannot send the request: its query is both in its path and in "query"; expected one of them',
    );
  }
  const added = query ? stringify(query) : '';
  const target = added === '' ? path : `${path}?${added}`;
  const url = target.startsWith('/') ? new URL(base.origin + target) : new URL(target, base);
  if (url.origin !== base.origin) {
    throw new TypeError(`Cannot send the request to ${base.origin}: its path is a URL of ${url.origin}`);
  }
  const host = hostIn(fieldsOf(headers));
  return host === undefined ? url : new URL(askedUrl(url, host));
}

/** The Host field of a request, which must have exactly one (RFC 9112 §3.2). */
function hostIn(fields: readonly string[]): string | undefined {
  const hosts = fields.filter((_, at) => at % 2 === 1 && fields[at - 1]?.toLowerCase() === 'host');
  if (hosts.length > 1) {
    throw new TypeError(`Cannot send the request: expected one Host, not ${hosts.length}`);
  }
  return hosts[0];
}

/** The header fields as alternating names and values, whichever form the caller passed to undici. */
export function fieldsOf(headers: Dispatcher.DispatchOptions['headers']): string[] {
  if (headers === undefined || headers === null) return [];
  if (Array.isArray(headers)) return headers.map(String);
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return entries.flatMap(([name, value]) => [value ?? []].flat().flatMap((each) => [name, String(each)]));
}
