/** Parses URLs as `java.net.URL` does: path and query unchanged, and `/` for a malformed URL. */
import { withoutEnd } from '../../bytes/text.ts';
import type { TargetReading } from '../engine/facts.ts';
import { onHost } from './on-host.ts';

/** The path and query of a URL, which may be empty. */
export function readJavaUrl(url: string): TargetReading {
  const spec = withoutEnd(onHost(url).replace(/^[\u0000-\u0020]+/, ''), OUTER).replace(/^url:/i, '');
  const scheme = SCHEME.exec(spec);
  if (!scheme || !KNOWN.has((scheme[1] as string).toLowerCase())) return { path: '/' };
  const [withoutRef = ''] = spec.slice(scheme[0].length).split('#', 1);
  const question = withoutRef.indexOf('?');
  const query = question < 0 ? '' : withoutRef.slice(question);
  const rest = question < 0 ? withoutRef : withoutRef.slice(0, question);
  if (!rest.startsWith('//') || rest.startsWith('////')) return { path: rest + query };
  const slash = rest.indexOf('/', 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  if (!hasReadablePort(authority) || hasControl(authority)) return { path: '/' };
  return { path: (slash < 0 ? '' : rest.slice(slash)) + query };
}

/** U+0000 to U+0020, which Java takes off both ends. */
const OUTER = String.fromCharCode(...Array.from({ length: 0x21 }, (_, code) => code));
const SCHEME = /^([A-Za-z][A-Za-z0-9.+-]*):/;
const KNOWN: ReadonlySet<string> = new Set(['http', 'https', 'file', 'ftp', 'jar', 'mailto', 'jrt', 'jmod']);

/** Java 17 rejects control characters in a host but accepts them in user information. */
function hasControl(authority: string): boolean {
  return /[\u0000-\u001f\u007f]/.test(authority.slice(authority.lastIndexOf('@') + 1));
}

/** The port of an authority, if present, must be a number. */
export function hasReadablePort(authority: string): boolean {
  const at = authority.indexOf('@');
  if (at >= 0 && at !== authority.lastIndexOf('@')) return true;
  const host = at < 0 ? authority : authority.slice(at + 1);
  if (host.startsWith('[')) return isIpv6(BRACKETED.exec(host)?.[1] ?? '');
  const port = host.slice(host.indexOf(':') + 1);
  return !host.includes(':') || port === '' || /^[+]?\d{1,9}$|^-1$/.test(port);
}

/** An IPv6 address in brackets, perhaps with a zone and a port. */
const BRACKETED = /^\[([0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)(?:%[^\]]*)?\](?::\d*)?$/;

/** Java allows more leading zeros in a group than the URL Standard. */
function isIpv6(address: string): boolean {
  try {
    return new URL(`http://[${address.replace(/(^|:)0+(?=[0-9A-Fa-f])/g, '$1')}]/`).hostname !== '';
  } catch {
    return false;
  }
}
