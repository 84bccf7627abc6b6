/**
 * The origin of a URL; empty if it has none. A URL with a host has an origin even if browsers do not know its scheme.
 */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { origin, protocol, host } = new URL(url);
  if (origin !== 'null') return origin;
  return host === '' ? '' : `${protocol}//${host}`;
}

/** Whether the URL is outside of `origin`, so that another robots.txt applies (RFC 9309 §2.3: one per authority). */
export function isElsewhere(url: string, origin: string): boolean {
  const own = originOf(url);
  return origin !== '' && own !== '' && own !== origin;
}

/** The URL, or only its path if it is on the site. */
export function shortUrl(url: string, origin: string): string {
  return origin !== '' && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}
