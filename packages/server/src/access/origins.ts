/** Which pages may make a browser send requests here: the service's own, and the origins let through. */
import { parseUrl } from '@robots-exclusion/client/url';

/** Says whether a request may be answered as far as the page that sent it is concerned. */
export type OriginCheck = (request: RequestSource) => boolean;

/** How a browser says where a request comes from. */
export interface RequestSource {
  host: string;
  origin: string | null;
  /** `Sec-Fetch-Site`. */
  site: string | null;
}

/**
 * The check for a list of origins. Programs send neither field and pass. A request without `Origin` that a browser
 * says came from another site (an image, a form) is refused like one with the wrong `Origin`.
 *
 * @throws {TypeError} If an entry is not an origin.
 */
export function originCheck(allowed: readonly string[]): OriginCheck {
  const known = new Set(allowed.map(canonicalOrigin));
  return ({ host, origin, site }) => {
    if (origin === null) return site === null || site === 'same-origin' || site === 'none';
    return known.has(origin) || isOwn(origin, host);
  };
}

/** @throws {TypeError} If `origin` is none. */
export function canonicalOrigin(origin: string): string {
  const own = parseUrl(origin)?.origin ?? 'null';
  if (own !== 'null' && origin.replace(/\/$/, '').toLowerCase() === own) return own;
  throw new TypeError(`Cannot allow the origin "${origin}": expected scheme://host[:port]`);
}

/** The page was served under the host that the request names, whether or not a proxy ended TLS before. */
function isOwn(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}
