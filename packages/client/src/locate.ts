/**
 * Locates the robots.txt of a URL (RFC 9309 §2.3): the top-level path of its authority. Records are stored under the
 * canonical origin, so two spellings of one authority never cause two requests.
 */
import { parseUrl } from './parse-url.ts';
import { quote } from './quote.ts';

/** The location of the rules for a URL. */
export interface Location {
  /** `scheme://host[:port]`: host in ASCII and lower case, no trailing dot, no default port, no user information. */
  origin: string;
  /** Without the colon, in lower case. */
  scheme: string;
  /** The origin's `/robots.txt`. */
  robotsUrl: string;
}

/** Default ports that the URL Standard does not know. For http, https and ftp, the URL parser removes the default. */
const otherDefaultPorts: ReadonlyMap<string, string> = new Map([['gemini', '1965']]);

/**
 * Finds the robots.txt that applies to a URL.
 *
 * @returns Undefined for a URL without authority (`mailto:`, `data:`) and for files, which have no robots.txt.
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
 * Matches an authority in canonical form. It excludes Punycode labels, which may be invalid. Its last label begins
 * with a letter, so it is not an IPv4 address (URL Standard, 3.5).
 */
const canonicalOrigin =
  /^https?:\/\/(?=[a-z0-9.-]{1,253}(?:[/?#]|$))(?:(?!xn--)[a-z0-9][a-z0-9-]*\.)*(?!xn--)[a-z][a-z0-9-]*(?=[/?#]|$)/;

/**
 * Matches a prefix that the URL Standard reads as written, regardless of what follows. To locate such a URL, the rest
 * need not be parsed.
 */
const plainAuthority = /^https?:\/\/[a-z0-9][a-z0-9.-]{0,252}(?::[0-9]{1,5})?(?=[/?#]|$)/;

/** Locations by authority as written. */
const recent = new Map<string, Location>();
const maxRecent = 1000;

function locateParsed(url: string | URL): Location | undefined {
  const parsed = requireUrl(url);
  const scheme = parsed.protocol.slice(0, -1);
  const host = asciiHost(parsed.hostname);
  // A file URL may have a host, but that is not a server to query (RFC 8089 §3).
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
 * The host in ASCII; empty if the text is not a host. In the URL Standard, the hosts of special schemes are already
 * ASCII. The hosts of other schemes (`gemini:`) are kept as written, so they are parsed again under a special scheme.
 */
function asciiHost(hostname: string): string {
  const host = hostname === '' ? '' : (parseUrl(`http://${hostname}/`)?.hostname ?? '');
  // A trailing dot only stops a resolver from appending search domains: the host is the same (RFC 3986 §3.2.2).
  return host.length > 1 && host.endsWith('.') ? host.slice(0, -1) : host;
}
