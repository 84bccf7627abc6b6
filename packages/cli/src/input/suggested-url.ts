/** What somebody who left out the scheme may have meant. */

/** A host that is one for sure: a name with a dot, an address, or this machine. */
const hostStart = /^(?:[^\s/:?#@[\]]+\.[^\s/:?#@[\]]+|\[[0-9A-Fa-f:.]+\]|localhost)(:[0-9]+)?(?:[/?#]|$)/;
const ownAddress = /^(?:localhost|[0-9.]+|\[)/;

/** `text` with a scheme, `http` where it has a port or an address; where it is no host, `example`. */
export function suggestedUrl(text: string, example: string): string {
  const host = hostStart.exec(text);
  if (!host) return example;
  const scheme = (host[1] !== undefined && host[1] !== ':443') || ownAddress.test(text) ? 'http' : 'https';
  const url = `${scheme}://${text}`;
  return URL.canParse(url) ? new URL(url).href : example;
}
