/**
 * Parses URLs as Go's `net/url` does, and returns the parts that crawlers use: the escaped path, and the query unless
 * it is empty.
 */

import type { TargetReading } from '../engine/own-way.ts';
import { LETTERS_AND_DIGITS, of } from '../engine/sets.ts';
import { utf8Binary } from '../engine/text-model.ts';
import { isIpv6 } from './ipv6.ts';
import { decodeEscapes, encodeOctets } from './percent.ts';

/** Path and query; the path is re-encoded only if it contains characters that are invalid in a URL. */
export function readGoUrl(url: string): TargetReading {
  const [text = '', ...fragment] = url.split('#');
  if (CONTROL.test(text) || BAD_ESCAPE.test(fragment.join('#'))) return BAD;
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text);
  if (!scheme && /^:/.test(text)) return BAD;
  const rest = scheme ? text.slice(scheme[0].length) : text;
  const question = rest.indexOf('?');
  const query = question < 0 || question === rest.length - 1 ? '' : rest.slice(question);
  const hierarchy = question < 0 ? rest : rest.slice(0, question);
  if (!hierarchy.startsWith('/') && scheme) return { error: 'the URL has no path: Go calls it opaque' };
  // Without a scheme, Go rejects a colon before the first slash.
  if (!scheme && /^[^/]*:/.test(hierarchy)) return BAD;
  const hasAuthority = hierarchy.startsWith('//') && (scheme !== null || !hierarchy.startsWith('///'));
  const slash = hasAuthority ? hierarchy.indexOf('/', 2) : 0;
  if (hasAuthority && !isAuthority(slash < 0 ? hierarchy.slice(2) : hierarchy.slice(2, slash), scheme?.[1])) {
    return BAD;
  }
  const path = slash < 0 ? '' : hierarchy.slice(slash);
  if (BAD_ESCAPE.test(path)) return BAD;
  return { path: (encodedPath(path) || '/') + query };
}

const BAD = { error: 'Go cannot parse the URL' } as const;
const CONTROL = /[\u0000-\u001f\u007f]/;
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
const KEPT = of(`${LETTERS_AND_DIGITS}-_.~$&+,/:;=@`);
const VALID_PATH = /^[A-Za-z0-9\-_.~$&+,/:;=@!'()*[\]%]*$/;

function encodedPath(path: string): string {
  return VALID_PATH.test(path) ? path : encodeOctets(decodeEscapes(utf8Binary(path)), KEPT);
}

function isAuthority(authority: string, scheme = ''): boolean {
  const at = authority.lastIndexOf('@');
  if (!USER_INFO.test(authority.slice(0, Math.max(0, at)))) return false;
  const host = authority.slice(at + 1);
  if (!HOST.test(host)) return false;
  if (host.includes('[')) return isAddress(host);
  const [first, last] = [host.indexOf(':'), host.lastIndexOf(':')];
  return first < 0 || ((first === last || !/^https?$/i.test(scheme)) && PORT.test(host.slice(last)));
}

/** Whether the host is an IPv6 address in brackets, optionally with a zone and a port. */
function isAddress(host: string): boolean {
  const found = /^\[([^%\]]*)(?:%25([^\]]+))?\](:\d*)?$/.exec(host);
  return found !== null && isIpv6(found[1] as string);
}

const PORT = /^:\d*$/;
const USER_INFO = /^(?:[A-Za-z0-9\-._:~!$&'()*+,;=@]|%[0-9A-Fa-f]{2})*$/;
/** Matches a valid host. The percent sign is the only ASCII character that may be escaped in a host. */
const HOST = /^(?:[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"]|[^\u0000-\u007f]|%25|%[89A-Fa-f][0-9A-Fa-f])*$/;
