/** Adds the scheme to URLs that users type without one. */
import { parseUrl } from '@robots-exclusion/client/url';

/** Matches text that is certainly a host: a name with a dot, an address, or this machine. */
const hostStart =
  /^(?:(?=.[^\s/\\:?#@[\]]*?\.[^\s/\\:?#@[\]])[^\s/\\:?#@[\]]+|\[[0-9A-Fa-f:.]+\]|localhost)(:[0-9]+)?(?:[/?#]|$)/;
const ownAddress = /^(?:localhost|[0-9.]+|\[)/;

/** Whether the name begins with a scheme and `//`. A Windows path (`C:\robots.txt`) has no `//`. */
export function hasScheme(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(name);
}

/**
 * Turns `example.com/a` into `https://example.com/a`; uses `http` for an address, `localhost` or a port other than 443.
 * Anything else is unchanged.
 */
export function withScheme(text: string): string {
  const host = hasScheme(text) ? null : hostStart.exec(text);
  if (!host) return text;
  const scheme = (host[1] !== undefined && host[1] !== ':443') || ownAddress.test(text) ? 'http' : 'https';
  const url = `${scheme}://${text}`;
  return parseUrl(url)?.href ?? text;
}
