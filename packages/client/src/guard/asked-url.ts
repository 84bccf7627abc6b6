/** Determines the URL that a request refers to, on the site that the Host field names. */
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
