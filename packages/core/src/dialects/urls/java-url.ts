/** Parses URLs as `java.net.URL` does: path and query are unchanged, and a malformed URL counts as `/`. */
import { withoutEnd } from '../../bytes/text.ts';
import type { TargetReading } from '../engine/own-way.ts';
import { isJavaIpv6 } from './ipv6.ts';
import { onHost } from './target.ts';

/**
 * The results of `URL.getPath()` and `URL.getQuery()`. The query includes its question mark; it is empty if there is
 * none.
 */
export interface JavaUrl {
  readonly path: string;
  readonly query: string;
}

/** The path and query of a URL, which may be empty. */
export function readJavaUrl(url: string): TargetReading {
  const parsed = parseJavaUrl(onHost(url));
  return { path: parsed ? parsed.path + parsed.query : '/' };
}

/** Imitates `new URL(url)`; `undefined` if Java throws a MalformedURLException. */
export function parseJavaUrl(url: string): JavaUrl | undefined {
  const trimmed = withoutEnd(url.replace(/^[\u0000-\u0020]+/, ''), OUTER);
  const spec = trimmed.replace(/^url:/i, '');
  const found = SCHEME.exec(spec);
  const scheme = (found?.[1] ?? '').toLowerCase();
  if (!found || !KNOWN.has(scheme)) return undefined;
  const [rest = ''] = spec.slice(found[0].length).split('#', 1);
  if (scheme === 'mailto') return JAVA_SPACE.test(rest) ? undefined : cutAtLast(rest);
  // Java looks for “jar:” at the very beginning, before it skips spaces and “url:”.
  if (scheme === 'jar') return /^jar:/i.test(url) && isEntry(rest) ? cutAtLast(rest) : undefined;
  const { path, query } = cut(rest, rest.indexOf('?'));
  if (!path.startsWith('//') || path.startsWith('////')) return { path, query };
  const [authority = ''] = path.slice(2).split('/', 1);
  return isAuthority(authority) ? { path: path.slice(2 + authority.length), query } : undefined;
}

/** U+0000 to U+0020, which Java trims from both ends. */
const OUTER = String.fromCharCode(...Array.from({ length: 0x21 }, (_, code) => code));
const SCHEME = /^([A-Za-z][A-Za-z0-9.+-]*):/;
const KNOWN: ReadonlySet<string> = new Set(['http', 'https', 'file', 'ftp', 'jar', 'mailto', 'jrt', 'jmod']);
/** Matches text that consists of characters of `Character.isWhitespace`. */
const JAVA_SPACE = /^[\t-\r\x1c-\x20\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]*$/;

function cut(text: string, at: number): JavaUrl {
  return at < 0 ? { path: text, query: '' } : { path: text.slice(0, at), query: text.slice(at) };
}

/** Splits at the last question mark, as Java does for schemes without an authority. */
export function cutAtLast(file: string): JavaUrl {
  return cut(file, file.lastIndexOf('?'));
}

/** Whether the text consists of the URL of an archive, `!/` and the name of an entry. */
function isEntry(text: string): boolean {
  const bang = text.lastIndexOf('!/');
  return bang >= 0 && parseJavaUrl(text.slice(0, bang)) !== undefined;
}

/** Whether Java accepts the authority. With two `@`, Java finds no host and reports no error. */
function isAuthority(authority: string): boolean {
  const at = authority.indexOf('@');
  if (at !== authority.lastIndexOf('@')) return true;
  const host = authority.slice(at + 1);
  if (/[\u0000-\u001f\u007f]/.test(host)) return false;
  const [, address, port = ''] = host.startsWith('[')
    ? (BRACKETED.exec(host) ?? [])
    : (/^([^:]*)([\s\S]*)$/.exec(host) ?? []);
  if (address === undefined || (host.startsWith('[') && !isJavaIpv6(address))) return false;
  return port.length < 2 || isPort(port.slice(1));
}

const BRACKETED = /^\[([^\]]{2,})\]((?::[\s\S]*)?)$/;

/** Whether `Integer.parseInt` parses the text, whose digits may belong to any script, to a port of -1 or more. */
function isPort(text: string): boolean {
  if (!/^[+-]?\p{Nd}+$/u.test(text) || /[\ud800-\udfff]/.test(text)) return false;
  const digits = text.replace(/^[+-]/, '').replace(/\P{ASCII}/gu, (digit) => String(digitValue(digit)));
  const port = Number(digits);
  return text.startsWith('-') ? port <= 1 : port < 2 ** 31;
}

/** The value of a digit. The digits of a script are consecutive, so the value is the distance from its zero. */
function digitValue(digit: string): number {
  const code = digit.charCodeAt(0);
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCharCode(code - value - 1))) value++;
  return value;
}
