/**
 * Checks the page that made a browser send a request. The service accepts its own pages and pages of allowed origins.
 */
import { parseUrl } from '@robots-exclusion/client/url';

/** Whether the service accepts a request from its source. */
export type OriginCheck = (request: RequestSource) => boolean;

/** How a browser states the source of a request. */
export interface RequestSource {
  host: string;
  origin: string | null;
  /** The value of `Sec-Fetch-Site`. */
  site: string | null;
}

/**
 * Creates the check for a list of origins. Programs send neither `Origin` nor `Sec-Fetch-Site` and are accepted. A
 * browser sends no `Origin` for an image, for example, but its `Sec-Fetch-Site` shows that the request comes from
 * another site. Such a request is rejected like one with a wrong `Origin`.
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

/** @throws {TypeError} If `origin` is not an origin. */
export function canonicalOrigin(origin: string): string {
  const own = parseUrl(origin)?.origin ?? 'null';
  if (own !== 'null' && origin.replace(/\/$/, '').toLowerCase() === own) return own;
  throw new TypeError(`Cannot allow the origin "${origin}": expected scheme://host[:port]`);
}

/**
 * Whether the page was served from the host that the request names. Both schemes are accepted, because a proxy may have
 * terminated TLS.
 */
function isOwn(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}
