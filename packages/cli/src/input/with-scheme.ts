/** URLs of people who leave out the scheme. */
import { parseUrl } from '@robots-exclusion/client/url';

/** A host that is one for sure: a name with a dot, an address, or this machine. */
const hostStart = /^(?:[^\s/\\:?#@[\]]+\.[^\s/\\:?#@[\]]+|\[[0-9A-Fa-f:.]+\]|localhost)(:[0-9]+)?(?:[/?#]|$)/;
const ownAddress = /^(?:localhost|[0-9.]+|\[)/;

/** The name begins with a scheme and an authority. A Windows path (`C:\robots.txt`) has a scheme too, but no authority. */
export function hasScheme(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(name);
}

/**
 * `example.com/a` as `https://example.com/a`; with a port other than 443, an address or `localhost` as `http`. Anything
 * else as written: also `localhost:8080`, where a URL parser would take the host for a scheme.
 */
export function withScheme(text: string): string {
  const host = hasScheme(text) ? null : hostStart.exec(text);
  if (!host) return text;
  const scheme = (host[1] !== undefined && host[1] !== ':443') || ownAddress.test(text) ? 'http' : 'https';
  const url = `${scheme}://${text}`;
  return parseUrl(url)?.href ?? text;
}
