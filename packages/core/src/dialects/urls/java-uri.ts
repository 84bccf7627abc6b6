/** Parses URLs as `java.net.URI` does, strictly by RFC 2396: any URL that fails counts as the root. */
import type { TargetReading } from '../engine/facts.ts';
import { hasReadablePort } from './java-url.ts';
import { onHost } from './on-host.ts';

/** Path and query, unchanged; `/` for a URL that does not parse. */
export function readJavaUri(url: string): TargetReading {
  const found = URI_FORM.exec(onHost(url));
  if (!found || !isUri(found)) return { path: '/' };
  const [, , authority, path = '', query] = found;
  // Converted to a `URL`, which reads four slashes as a path.
  const read = authority === '' && path.startsWith('//') ? `//${path}` : path || '/';
  return { path: read + (query ?? '') };
}

/** Scheme, authority, path, query, fragment. */
const URI_FORM = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/;

function isUri([, scheme = '', authority, path = '', query = '', fragment = '']: RegExpExecArray): boolean {
  if (!KNOWN.has(scheme.toLowerCase())) return false;
  if (authority === undefined && path === '') return false;
  if (authority !== undefined && authority !== '' && !isAuthority(authority)) return false;
  if (authority === '' && path === '') return false;
  if (authority !== undefined && !hasReadablePort(authority)) return false;
  return PATH.test(path) && QUERY.test(query) && FRAGMENT.test(fragment);
}

/** Brackets may only surround an IPv6 address. */
function isAuthority(authority: string): boolean {
  if (!/[[\]]/.test(authority)) return AUTHORITY.test(authority);
  const found = ADDRESS.exec(authority);
  try {
    return found !== null && new URL(`http://[${found[1]}]/`).hostname !== '';
  } catch {
    return false;
  }
}

const KNOWN: ReadonlySet<string> = new Set(['http', 'https', 'file', 'ftp']);

// RFC 2396 plus Java's extension: non-ASCII characters other than controls and spaces.
const OTHER =
  '\\u00a1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027\\u202a-\\u202e\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\uffff';
const UNRESERVED = "A-Za-z0-9_.!~*'()\\-";
const ESCAPE = '%[0-9A-Fa-f]{2}';
const AUTHORITY = new RegExp(`^(?:[${UNRESERVED}$,;:@&=+${OTHER}]|${ESCAPE})+$`);
const ADDRESS = new RegExp(
  `^(?:(?:[${UNRESERVED};:&=+$,${OTHER}]|${ESCAPE})*@)?\\[([^%\\]]*)(?:%[^\\]]+)?\\](?::\\d*)?$`,
);
const PATH = new RegExp(`^(?:[${UNRESERVED};/:@&=+$,${OTHER}]|${ESCAPE})*$`);
const QUERY = new RegExp(`^\\??(?:[${UNRESERVED};/?:@&=+$,\\[\\]${OTHER}]|${ESCAPE})*$`);
const FRAGMENT = new RegExp(`^#?(?:[${UNRESERVED};/?:@&=+$,\\[\\]${OTHER}]|${ESCAPE})*$`);
