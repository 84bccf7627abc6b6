/**
 * Removes user information of URLs from text that is shown or logged: `redis://user:password@host`, and URLs with any
 * other scheme. Linear: each character is visited a bounded number of times.
 */

// Removes user information that no scheme precedes: `//user:password@host` (RFC 3986 §4.2), and `user:password@host`,
// which curl and proxies accept. Linear: each character is visited a bounded number of times.

const WORD = /[^\s"'<>`\u201c\u201d]+/g;
/** Characters that end an authority. */
const SEGMENT_END = /[/\\?#]/;
/** Characters in a word after which another value may begin: `proxy=user:password@host`. */
const LEAD = /[([{=,;|&+]/g;

/**
 * Words that are not user names when they precede a colon: labels of contact addresses, such as `mailto`, and schemes,
 * which other code handles.
 */
const LABELS = /* @__PURE__ */ words(
  'mailto mail email e-mail contact from by author admin info abuse support acct sip sips xmpp im tel matrix cid',
  'mid npm jsr git ssh http https ws wss ftp ftps gemini file data blob',
);

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}

/** Replaces user information that no scheme precedes with `mark`. An `@` in a path or a query stays. */
function withoutBareSecrets(text: string, mark: string): string {
  return text.includes('@') ? text.replace(WORD, (word) => shownWord(word, mark)) : text;
}

function shownWord(word: string, mark: string): string {
  if (!word.includes('@')) return word;
  const found = word.search(SEGMENT_END);
  const end = found < 0 ? word.length : found;
  const first = word.slice(0, end);
  if (/^(?:\/\/|\\\\)/.test(word.slice(end, end + 2)) && (first === '' || /[([{=,;|&+.]$/.test(first))) {
    return first + withoutAuthority(word.slice(end), mark);
  }
  const at = first.lastIndexOf('@');
  const colon = first.indexOf(':');
  if (colon < 0 || colon > at) return word;
  const start = lastLead(first.slice(0, colon)) + 1;
  if (LABELS.has(first.slice(start, colon).toLowerCase())) return word;
  return word.slice(0, start) + mark + word.slice(at + 1);
}

/** Removes user information from references such as `//user:password@host/path`. */
function withoutAuthority(reference: string, mark: string): string {
  const [slashes = ''] = /^[/\\]+/.exec(reference) ?? [];
  const [authority = ''] = /^[^/\\?#]*/.exec(reference.slice(slashes.length)) ?? [];
  const at = authority.lastIndexOf('@');
  return at < 0 ? reference : slashes + mark + reference.slice(slashes.length + at + 1);
}

function lastLead(text: string): number {
  return [...text.matchAll(LEAD)].at(-1)?.index ?? -1;
}

/** Schemes whose user information ends within the authority (RFC 3986 §3.2). Their paths may contain an `@`. */
const WEB = new Set(['http', 'https', 'ws', 'wss', 'ftp', 'ftps', 'gemini', 'file']);
/** Schemes that the URL Standard accepts with any number of slashes or backslashes. */
const SPECIAL = new Set(['http', 'https', 'ws', 'wss', 'ftp']);
/** The maximum length of a scheme. No scheme in use is longer. */
const MOST_SCHEME = 64;
/** The maximum length of a host name with its port. Valid host names are shorter (RFC 1035 §2.3.4). */
const MOST_HOST = 300;

/**
 * The text with the user information of every URL replaced by asterisks. In a web URL, the user information is the part
 * of the authority before the last `@`. URLs with other schemes name stores and services, whose passwords are often not
 * escaped, so everything up to the last `@` is replaced, including slashes. `//user:password@host` and
 * `user:password@host` are also covered.
 */
export function withoutSecrets(text: string): string {
  return without(text, '***@');
}

/**
 * The URL without its user information, and without that of URLs in its query, for every place where a URL enters the
 * program: only the request that needs a password knows it, and no answer, fix or file repeats it.
 */
export function withoutUserInformation(url: string): string {
  return without(url, '');
}

function without(text: string, mark: string): string {
  const hasEncoded = text.includes('%40');
  if (!text.includes('@') && !hasEncoded) return text;
  const plain = withoutPlain(hasEncoded || text.includes('%2') ? withoutEncoded(text, mark) : text, mark);
  return withoutBareSecrets(plain, mark);
}

function withoutPlain(text: string, mark: string): string {
  const nextAt = seeker(text, /@/g);
  const tokenEnd = seeker(text, /[\s"'<>`\u201c\u201d]/g);
  const authorityEnd = seeker(text, /[\s"'<>`\u201c\u201d/\\?#]/g);
  let shown = '';
  let from = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', Math.max(colon + 1, from))) {
    const scheme = schemeBefore(text, colon, from);
    const start = authorityStart(text, colon, scheme);
    if (start < 0 || nextAt(start) >= tokenEnd(start)) continue;
    const isWeb =
      WEB.has(scheme) &&
      (nextAt(start) < authorityEnd(start) || !isPassword(text, start, authorityEnd(start)));
    const end = isWeb ? authorityEnd(start) : tokenEnd(start);
    if (nextAt(start) >= end) continue;
    shown += text.slice(from, start) + mark;
    from = text.lastIndexOf('@', end - 1) + 1;
  }
  return shown + text.slice(from);
}

/**
 * Returns a function that finds the next match from a start position. The positions may only increase, so all calls
 * together scan the text once.
 */
function seeker(text: string, pattern: RegExp): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      pattern.lastIndex = from;
      found = pattern.exec(text)?.index ?? text.length;
    }
    return found;
  };
}

/** The scheme before the colon, in lower case. Empty if no letter begins it. */
function schemeBefore(text: string, colon: number, from: number): string {
  let start = colon;
  const least = Math.max(from, colon - MOST_SCHEME);
  while (start > least && /[A-Za-z0-9+.-]/.test(text[start - 1] as string)) start--;
  return text.slice(start, colon).toLowerCase();
}

/** The offset after the slashes; −1 if no authority can begin here. */
function authorityStart(text: string, colon: number, scheme: string): number {
  let start = colon + 1;
  if (!SPECIAL.has(scheme)) return text.startsWith('//', start) ? start + 2 : -1;
  while (text[start] === '/' || text[start] === '\\') start++;
  return start;
}

/**
 * Whether a colon is followed by a password with an unescaped slash, as in `user:pass/word@host`, rather than by a
 * port.
 */
function isPassword(text: string, start: number, end: number): boolean {
  const authority = text.slice(start, Math.min(end, start + MOST_HOST));
  return /^[^:[\]]+:.*[^0-9]/.test(authority);
}

const ENCODED = /(?:%3a|=)(?:%2f|\/){2}/gi;
const ENCODED_END = /%2f|%3f|%23|[\s"'<>`&/?#]/gi;

/** Handles URLs inside a query: `?url=https%3A%2F%2Fuser%3Apassword%40host`. */
function withoutEncoded(text: string, mark: string): string {
  let shown = '';
  let from = 0;
  ENCODED.lastIndex = 0;
  for (let found = ENCODED.exec(text); found; found = ENCODED.exec(text)) {
    const start = found.index + found[0].length;
    ENCODED_END.lastIndex = start;
    const end = ENCODED_END.exec(text)?.index ?? text.length;
    const authority = text.slice(start, end);
    const at = Math.max(authority.lastIndexOf('%40') + 2, authority.lastIndexOf('@'));
    if (at >= 2 || authority.startsWith('@')) {
      shown += text.slice(from, start) + mark;
      from = start + at + 1;
    }
    ENCODED.lastIndex = Math.max(end, start);
  }
  return shown + text.slice(from);
}
