/** Resolves the target of a redirect's Location, even if the client cannot follow the redirect. */
import { locate } from './locate.ts';
import { parseUrl } from './parse-url.ts';

/** The target of a Location field. */
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
  const { pathname, search, protocol } = url;
  const found = locate(url);
  if (found) {
    const { origin, scheme } = found;
    return { url: `${origin}${pathname === '' ? '/' : pathname}${search}`, scheme, origin };
  }
  const scheme = protocol.slice(0, -1);
  return { url: `${protocol}${pathname}${search}`, scheme, origin: protocol };
}
