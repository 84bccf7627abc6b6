/** Parses and escapes URLs as seomoz url-cpp does. */
import { LETTERS_AND_DIGITS, of } from '../engine/sets.ts';
import { decodeEscapes, encodeOctets } from './percent.ts';

/**
 * Path, parameters and query of a URL, each escaped by its own set. A path without a leading slash gets one. Scheme,
 * host and fragment are dropped. Octets are characters U+0000–U+00FF.
 */
export function fullPath(url: string): string {
  const [afterScheme, hasParams] = withoutScheme(url);
  const [text = ''] = withoutAuthority(afterScheme).rest.split('#', 1);
  const question = text.indexOf('?');
  const beforeQuery = question < 0 ? text : text.slice(0, question);
  const semicolon = hasParams ? beforeQuery.indexOf(';') : -1;
  const path = recode(semicolon < 0 ? beforeQuery : beforeQuery.slice(0, semicolon), 'path');
  const params = semicolon < 0 ? '' : `;${recode(beforeQuery.slice(semicolon + 1), 'query')}`;
  const query = question < 0 ? '' : `?${recode(text.slice(question + 1), 'query')}`;
  return (path.startsWith('/') ? '' : '/') + path + params + query;
}

/** Whether url-cpp accepts the URL: a port must be a number up to 65535. */
export function isUrlCpp(url: string): boolean {
  const { authority } = withoutAuthority(withoutScheme(url)[0]);
  const host = authority.slice(authority.indexOf('@') + 1);
  const port = host.includes(':') ? host.slice(host.indexOf(':') + 1) : '';
  return port === '' || (/^[\t-\r ]*[+-]?\d+$/.test(port) && Number(port) >= 0 && Number(port) <= 65535);
}

function withoutScheme(url: string): [rest: string, hasParams: boolean] {
  const colon = url.indexOf(':');
  const scheme = url.slice(0, Math.max(0, colon)).toLowerCase();
  const isScheme = colon >= 0 && /^[a-z0-9+.-]*$/.test(scheme);
  const rest = url.slice(colon + 1);
  if (!isScheme || (/^\d+$/.test(rest) && !KNOWN.has(scheme))) return [url, true];
  return [rest, HAS_PARAMS.has(scheme)];
}

function withoutAuthority(text: string): { authority: string; rest: string } {
  if (!text.startsWith('//')) return { authority: '', rest: text };
  const end = text.slice(2).search(/[/?#]/);
  return end < 0
    ? { authority: text.slice(2), rest: '' }
    : { authority: text.slice(2, end + 2), rest: text.slice(end + 2) };
}

const HAS_PARAMS: ReadonlySet<string> = new Set([
  '',
  ...'ftp hdl http https imap mms prospero rtsp rtspu sftp shttp sip sips tel'.split(' '),
]);

const KNOWN: ReadonlySet<string> = new Set([
  ...HAS_PARAMS,
  ...'file git git+ssh gopher nfs nntp rsync sms snews svn svn+ssh telnet wais'.split(' '),
]);

const PATH = of(`${LETTERS_AND_DIGITS}-._~!$&'()*+,;=:@/`);
const QUERY = new Set([...PATH, ...of('?')]);

/** Decodes every escape, then encodes every octet that must not be raw in this part. */
function recode(binary: string, part: 'path' | 'query'): string {
  return encodeOctets(decodeEscapes(binary), part === 'path' ? PATH : QUERY);
}
