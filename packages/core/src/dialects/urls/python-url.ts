/** Parses and rebuilds URLs as Python's `urllib.parse` does. */
import type { TargetReading } from '../engine/own-way.ts';
import { isIpv6 } from './ipv6.ts';

export interface PythonUrl {
  readonly scheme: string;
  readonly netloc: string;
  readonly path: string;
  readonly params: string;
  /** `undefined` if there is no `?`. Python's own functions do not distinguish this case from an empty query. */
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/** Differences in `urllib.parse` between patch releases. */
export interface UrllibParse {
  /** Whether only a port may follow the brackets of a host, as in Python 3.13.2 and later. */
  readonly areBracketsStrict?: boolean;
  /** Whether brackets may hold any text, as before Python 3.11.4. */
  readonly takesAnyBrackets?: boolean;
  /**
   * Whether, as in Python 3.11.10, 3.12.4 and later, a path that begins with `//` gets two more slashes, so that its
   * first part is not read as a host.
   */
  readonly doublesSlashes?: boolean;
}

/** The parts of a URL; `undefined` if Python raises a ValueError. Parameters may remain in the path. */
export function splitUrl(url: string, hasParams: boolean, urllib: UrllibParse = {}): PythonUrl | undefined {
  const text = url.replace(LEADING, '').replace(REMOVED, '');
  const found = SCHEME.exec(text);
  const scheme = found ? (found[1] as string).toLowerCase() : '';
  let rest = found ? text.slice(found[0].length) : text;
  let netloc = '';
  if (rest.startsWith('//')) {
    const end = rest.slice(2).search(/[/?#]/);
    netloc = end < 0 ? rest.slice(2) : rest.slice(2, end + 2);
    rest = end < 0 ? '' : rest.slice(end + 2);
    if (!isNetloc(netloc, urllib)) return undefined;
  }
  const [beforeFragment, fragment] = cutAt(rest, rest.indexOf('#'));
  const [path, query] = cutAt(beforeFragment, beforeFragment.indexOf('?'));
  if (!hasParams || !HAS_PARAMS.has(scheme)) return { scheme, netloc, path, params: '', query, fragment };
  const [bare, params = ''] = cutAt(path, path.indexOf(';', Math.max(0, path.lastIndexOf('/'))));
  return { scheme, netloc, path: bare, params, query, fragment };
}

/** Imitates `urlunparse`: empty parts are omitted. */
export function joinUrl(
  { scheme, netloc, path, params, query, fragment }: PythonUrl,
  { doublesSlashes = false }: UrllibParse = {},
): string {
  let url = params === '' ? path : `${path};${params}`;
  if (doublesSlashes && netloc === '' && url.startsWith('//')) url = `//${url}`;
  else if (netloc !== '' || (scheme !== '' && HAS_NETLOC.has(scheme) && !url.startsWith('//'))) {
    url = `//${netloc}${url !== '' && !url.startsWith('/') ? '/' : ''}${url}`;
  }
  if (scheme !== '') url = `${scheme}:${url}`;
  if (query) url += `?${query}`;
  if (fragment) url += `#${fragment}`;
  return url;
}

/** The target of a parser that compares `write` of all that follows the host. */
export function readAfterHost(
  url: string,
  write: (text: string) => string,
  urllib?: UrllibParse,
): TargetReading {
  const parts = splitUrl(url, true, urllib);
  return parts ? { path: write(joinUrl({ ...parts, scheme: '', netloc: '' }, urllib)) } : NOT_A_URL;
}

export const NOT_A_URL = { error: 'Python cannot parse the URL: ValueError' } as const;

const LEADING = /^[\u0000-\u0020]+/;
const REMOVED = /[\t\r\n]/g;
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const HAS_PARAMS: ReadonlySet<string> = new Set([
  '',
  ...'ftp hdl prospero http imap https shttp rtsp rtsps rtspu sip sips mms sftp tel'.split(' '),
]);
const HAS_NETLOC: ReadonlySet<string> = new Set(
  (
    'ftp http gopher nntp telnet imap wais file mms https shttp snews prospero rtsp rtsps rtspu rsync svn svn+ssh ' +
    'sftp nfs git git+ssh ws wss'
  ).split(' '),
);

function cutAt(text: string, at: number): [string, string?] {
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function isNetloc(
  netloc: string,
  { areBracketsStrict = false, takesAnyBrackets = false }: UrllibParse,
): boolean {
  const open = netloc.indexOf('[');
  if (open < 0 !== !netloc.includes(']')) return false;
  if (open >= 0 && !takesAnyBrackets && !hasHostInBrackets(netloc, areBracketsStrict)) return false;
  const bare = netloc.replace(/[@:#?]/g, '');
  return !/[/?#@:]/.test(bare.normalize('NFKC')) || bare === bare.normalize('NFKC');
}

function hasHostInBrackets(netloc: string, isStrict: boolean): boolean {
  if (!isStrict) return isBracketedHost((netloc.split('[')[1] as string).split(']', 1)[0] as string);
  const host = netloc.slice(netloc.lastIndexOf('@') + 1);
  const found = /^\[([^\]]*)\](?::[\s\S]*)?$/.exec(host);
  if (found) return isBracketedHost(found[1] as string);
  return !host.includes('[') && isBracketedHost(host.split(':', 1)[0] as string);
}

function isBracketedHost(host: string): boolean {
  if (host.startsWith('v')) return /^v[0-9a-fA-F]+\../.test(host);
  return isIpv6(host.split('%', 1)[0] as string);
}
