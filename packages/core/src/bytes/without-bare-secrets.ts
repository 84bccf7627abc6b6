/**
 * Removes user information that no scheme precedes: `//user:password@host` (RFC 3986 §4.2), and `user:password@host`,
 * which curl and proxies accept. Linear: each character is visited a bounded number of times.
 */

/** One word of a text. */
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
export function withoutBareSecrets(text: string, mark: string): string {
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
