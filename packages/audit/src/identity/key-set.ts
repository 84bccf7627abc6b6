/** Identifiers of key sets: URLs, as draft-ietf-webbotauth-httpsig-protocol-01 compares them. */

/** The path at which an origin publishes its keys. */
export const DIRECTORY_PATH = '/.well-known/http-message-signatures-directory';

/**
 * The identifier of a key set: its normalized URL without query and fragment (RFC 3986 §6.2.2, §6.2.3). The URL of an
 * origin, or a host name, stands for the well-known path at that origin.
 *
 * @returns `undefined` if the text is not a URL of http or https.
 */
export function keySetUrl(text: string): string | undefined {
  const url = urlOf(text);
  return url && `${url.origin}${normalized(directoryOr(url.pathname))}`;
}

/** The URL that a text is, or that a host name stands for. */
export function urlOf(text: string): URL | undefined {
  try {
    const url = new URL(text.includes('://') ? text : `https://${text}`);
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** The path of a key set: that of an origin is the well-known one. */
export function directoryOr(pathname: string): string {
  return pathname === '/' ? DIRECTORY_PATH : pathname;
}

/** Unreserved characters are decoded, and the digits of other escapes are in upper case. */
function normalized(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
  });
}
