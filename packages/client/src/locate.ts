/**
 * Locates the robots.txt of a URL, which is at the top-level path of its authority (RFC 9309 §2.3). Records are stored
 * under the canonical origin, so two spellings of one authority never cause two requests.
 */
import { parseUrl } from './parse-url.ts';
import { quote } from './quote.ts';

/** The location of the rules for a URL. */
export interface Location {
  /**
   * The origin as `scheme://host[:port]`, with the host in ASCII and lower case, and without a trailing dot, a default
   * port or user information.
   */
  origin: string;
  /** The scheme in lower case, without the colon. */
  scheme: string;
  /** The URL of the origin's `/robots.txt`. */
  robotsUrl: string;
}

/**
 * Default ports that the URL Standard does not define. For http, https and ftp, the URL parser removes the default
 * port.
 */
const otherDefaultPorts: ReadonlyMap<string, string> = new Map([['gemini', '1965']]);

/**
 * Locates the robots.txt that applies to a URL.
 *
 * @returns Undefined for URLs without an authority (`mailto:`, `data:`) and for `file:` URLs, which have no robots.txt.
 * @throws {TypeError} If `url` is not an absolute URL.
 * @see RFC 9309 §2.3
 * @example
 * locate('https://user@EXÄMPLE.com.:443/a?b')?.robotsUrl; // 'https://xn--exmple-cua.com/robots.txt'
 */
export function locate(url: string | URL): Location | undefined {
  if (typeof url !== 'string') return locateParsed(url);
  const plainOrigin = canonicalOrigin.exec(url)?.[0];
  if (plainOrigin !== undefined) {
    const scheme = plainOrigin.slice(0, plainOrigin.indexOf(':'));
    return Object.freeze({ origin: plainOrigin, scheme, robotsUrl: `${plainOrigin}/robots.txt` });
  }
  const authority = plainAuthority.exec(url)?.[0];
  if (authority === undefined) return locateParsed(url);
  const known = recent.get(authority);
  if (known !== undefined) return known;
  const location = parseUrl(authority) ? locateParsed(authority) : locateParsed(url);
  if (location === undefined) return undefined;
  if (recent.size >= maxRecent) recent.clear();
  recent.set(authority, Object.freeze(location));
  return location;
}

/**
 * Matches an origin that is already in canonical form. Hosts with Punycode labels do not match, because the labels may
 * be invalid. The last label begins with a letter, so the host is not an IPv4 address (URL Standard, 3.5).
 */
const canonicalOrigin =
  /^https?:\/\/(?=[a-z0-9.-]{1,253}(?:[/?#]|$))(?:(?!xn--)[a-z0-9][a-z0-9-]*\.)*(?!xn--)[a-z][a-z0-9-]*(?=[/?#]|$)/;

/**
 * Matches the scheme and authority of a URL whose robots.txt can be located without parsing the rest of the URL,
 * because the rest does not affect how the URL Standard parses this prefix.
 */
const plainAuthority = /^https?:\/\/[a-z0-9][a-z0-9.-]{0,252}(?::[0-9]{1,5})?(?=[/?#]|$)/;

/** Recent locations, by authority as written. */
const recent = new Map<string, Location>();
const maxRecent = 1000;

function locateParsed(url: string | URL): Location | undefined {
  const parsed = requireUrl(url);
  const scheme = parsed.protocol.slice(0, -1);
  const host = asciiHost(parsed.hostname);
  // A file URL may have a host, but such a host is not a server that can be queried (RFC 8089 §3).
  if (host === '' || scheme === 'file') return undefined;
  const port = parsed.port === otherDefaultPorts.get(scheme) ? '' : parsed.port;
  const origin = `${scheme}://${host}${port === '' ? '' : `:${port}`}`;
  return { origin, scheme, robotsUrl: `${origin}/robots.txt` };
}

function requireUrl(url: string | URL): URL {
  const parsed = typeof url === 'string' ? parseUrl(url) : url;
  if (parsed instanceof URL) return parsed;
  throw new TypeError(`Cannot locate robots.txt for ${quote(url)}: expected an absolute URL`);
}

/**
 * The host in ASCII; empty if the text is not a host. The URL parser converts the hosts of special schemes to ASCII,
 * but not the hosts of other schemes (`gemini:`). Therefore, the host is parsed again as part of an `http:` URL.
 */
function asciiHost(hostname: string): string {
  const host = hostname === '' ? '' : (parseUrl(`http://${hostname}/`)?.hostname ?? '');
  // A trailing dot only stops resolvers from appending search domains, so the host is the same (RFC 3986 §3.2.2).
  return host.length > 1 && host.endsWith('.') ? host.slice(0, -1) : host;
}

/** The target of a redirect's Location, even if the client cannot follow the redirect. */
export interface RedirectTarget {
  /** The absolute URL without its fragment and user information. */
  readonly url: string;
  /** The scheme, without the colon. */
  readonly scheme: string;
  /** The origin; for a URL without authority, such as `file:`, the scheme with its colon. */
  readonly origin: string;
}

/** Resolves a Location; undefined if it is not a URL, or its authority is not a host. */
export function redirectTarget(location: string, base: string): RedirectTarget | undefined {
  const url = parseUrl(location, base);
  if (url === undefined) return undefined;
  const { pathname, protocol } = url;
  const query = queryOf(url);
  const found = locate(url);
  if (found) {
    const { origin, scheme } = found;
    return { url: `${origin}${pathname === '' ? '/' : pathname}${query}`, scheme, origin };
  }
  const scheme = protocol.slice(0, -1);
  return { url: `${protocol}${pathname}${query}`, scheme, origin: protocol };
}

/** The query with its question mark. For an empty query, `search` is empty, although the URL has a question mark. */
export function queryOf({ search, href }: URL): string {
  return search || (/^[^#]*\?(?:#|$)/.test(href) ? '?' : '');
}
