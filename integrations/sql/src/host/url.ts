/**
 * The part of `URL` that core needs, for engines without it: whether a text is an absolute URL
 * (https://url.spec.whatwg.org/#url-parsing). A non-ASCII host name counts as valid, because the IDNA tables would be
 * larger than the rest of the bundle.
 */
import { decodeUtf8, encodeUtf8 } from '../../../../packages/core/src/bytes/utf-8.ts';
import { isIpv4, isIpv6 } from './ip-address.ts';

/** An absolute URL as written. The SQL functions never get relative URLs. */
export class URL {
  readonly href: string;

  /** @throws {TypeError} If `url` is not an absolute URL. */
  constructor(url: string) {
    if (!isUrl(url)) throw new TypeError('Invalid URL');
    this.href = url;
  }
}

const SPECIAL = /^(?:https?|wss?|ftp):$/i;

function isUrl(url: string): boolean {
  // In a URL, lone surrogates become U+FFFD, and tabs and line ends are removed.
  const text = decodeUtf8(encodeUtf8(trimmed(url).replace(/[\t\n\r]/g, '')));
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text)?.[0];
  if (scheme === undefined) return false;
  const rest = text.slice(scheme.length);
  if (SPECIAL.test(scheme)) return isAuthority(/^[/\\]*([^/\\?#]*)/.exec(rest)?.[1] as string, isDomain);
  if (/^file:$/i.test(scheme)) return isFileHost(/^[/\\]{2}([^/\\?#]*)/.exec(rest)?.[1] ?? '');
  const authority = /^\/\/([^/?#]*)/.exec(rest)?.[1] ?? '';
  return authority === '' || isAuthority(authority, isOpaqueHost);
}

/** Removes control characters and spaces from both ends. */
function trimmed(url: string): string {
  let start = 0;
  let end = url.length;
  while (start < end && url.charCodeAt(start) <= 0x20) start++;
  while (end > start && url.charCodeAt(end - 1) <= 0x20) end--;
  return url.slice(start, end);
}

/** Whether the text is `user@host:port` with a non-empty host. */
function isAuthority(authority: string, isHost: (text: string) => boolean): boolean {
  const [, host = '', port = ''] =
    /^(\[[^\]]*\]|[^:]*)(?::([0-9]*))?$/.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  return host !== '' && Number(port) <= 65_535 && isHost(host);
}

/** Whether the text is empty, a drive letter, or a host without a port. */
function isFileHost(host: string): boolean {
  return host === '' || /^[A-Za-z][:|]$/.test(host) || isDomain(host);
}

/** Whether the text is a valid host of a special URL. */
function isDomain(text: string): boolean {
  if (text.charAt(0) === '[') return isIpv6(text);
  // IDNA ignores soft hyphens and similar characters, and treats Chinese and Japanese full stops as dots.
  const name = percentDecoded(text)
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[\u3002\uff0e\uff61]/g, '.');
  return name !== '' && !FORBIDDEN_IN_DOMAIN.test(name) && (!ENDS_IN_NUMBER.test(name) || isIpv4(name));
}

/** Whether the text is a valid host of a URL that is not special. */
function isOpaqueHost(text: string): boolean {
  return text.charAt(0) === '[' ? isIpv6(text) : !FORBIDDEN.test(text);
}

/** Forbidden host code points. */
const FORBIDDEN = /[\u0000\t\n\r #/:<>?@[\\\]^|]/;
const FORBIDDEN_IN_DOMAIN = /[\u0000-\u0020#/:<>?@[\\\]^|%\u007f]/;
const ENDS_IN_NUMBER = /(?:^|\.)(?:[0-9]+|0[xX][0-9A-Fa-f]*)\.?$/;

function percentDecoded(text: string): string {
  if (text.indexOf('%') < 0) return text;
  const octets: number[] = [];
  const source = encodeUtf8(text);
  for (let at = 0; at < source.length; at++) {
    const digits = String.fromCharCode(source[at + 1] ?? 0, source[at + 2] ?? 0);
    const isEscape = source[at] === 0x25 && /^[0-9A-Fa-f]{2}$/.test(digits);
    octets.push(isEscape ? Number.parseInt(digits, 16) : (source[at] as number));
    if (isEscape) at += 2;
  }
  return decodeUtf8(Uint8Array.from(octets));
}
