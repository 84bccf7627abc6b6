/** Reads one line of X-Robots-Tag, or the content of one robots meta element. */
import { expiryDate } from './expiry-date.ts';

/** The directives of one line or element. */
export interface ReadDirectives {
  /**
   * Directives in lower case, in order, without duplicates, such as `noindex` or `max-snippet:0`; includes those that
   * state nothing about a use. A directive under a name that is not a crawler's keeps the name: `*:noindex`.
   */
  readonly directives: readonly string[];
  /** Parts that cannot be directives, such as `noindex; nofollow`, in lower case. */
  readonly unreadable: readonly string[];
}

/** Directives with a value, and a pattern of their values. */
const VALUED: ReadonlyMap<string, RegExp> = new Map([
  ['max-snippet', /^-?\d{1,9}$/],
  ['max-image-preview', /^(?:none|standard|large)$/],
  ['max-video-preview', /^-?\d{1,9}$/],
]);
const EXPIRY = 'unavailable_after';

/** Directives without a value that a search engine documents, or that authors commonly write. */
const WORDS = [
  ...[
    'all',
    'index',
    'follow',
    'archive',
    'snippet',
    'none',
    'noindex',
    'nofollow',
    'noarchive',
    'nosnippet',
  ],
  ...['nocache', 'noimageindex', 'notranslate', 'indexifembedded', 'nositelinkssearchbox', 'noodp', 'noydir'],
  ...['noyaca', 'noai', 'noimageai', 'nopreview'],
];
const KNOWN: ReadonlySet<string> = new Set(WORDS);
/** The letters of all directives, by which a misspelt one is recognized: `no-index`, `max_snippet`. */
const LETTERS: ReadonlySet<string> = new Set([...WORDS, ...VALUED.keys(), EXPIRY].map(lettersOf));

/**
 * Reads a line, in which a name before a colon limits the directives after it to one crawler: `foobot: noindex,
 * nofollow`.
 *
 * @param names The names that address the crawler, in lower case.
 */
export function readLine(line: string, names: ReadonlySet<string>): ReadDirectives {
  let before: string | undefined = '';
  const parts = partsOf(line).flatMap((text) => {
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(colon, 0)).trim();
    const isName = colon > 0 && !VALUED.has(name) && name !== EXPIRY && /^(?:\*|[a-z0-9_.-]+)$/.test(name);
    if (isName) before = names.has(name) && name !== '*' ? '' : isNobody(name) ? `${name}:` : undefined;
    return before === undefined ? [] : [{ before, text: isName ? text.slice(colon + 1).trim() : text }];
  });
  return classified(parts);
}

/** Reads the content of a meta element, which has no names. */
export function readContent(content: string): ReadDirectives {
  return classified(partsOf(content).map((text) => ({ before: '', text })));
}

/** Cancels directives that another directive of the same element allows, as Yandex does. */
export function withoutCancelled(directives: readonly string[]): readonly string[] {
  const has = new Set(directives);
  const isCancelled = (word: string): boolean => has.has('all') || has.has(word);
  return directives.flatMap((directive) => {
    if (directive === 'noindex') return isCancelled('index') ? [] : [directive];
    if (directive === 'nofollow') return isCancelled('follow') ? [] : [directive];
    if (directive === 'noarchive') return has.has('archive') ? [] : [directive];
    if (directive !== 'none' || !(isCancelled('index') || isCancelled('follow'))) return [directive];
    return isCancelled('index') ? (isCancelled('follow') ? [] : ['nofollow']) : ['noindex'];
  });
}

/** Whether a date of `unavailable_after` has passed. */
export function isExpired(directive: string, now: number): boolean {
  if (!directive.startsWith(`${EXPIRY}:`)) return false;
  const date = expiryDate(directive.slice(EXPIRY.length + 1));
  return date !== undefined && date <= now;
}

/** Whether a name before a colon cannot be meant for one crawler. No crawler is called `*`. */
function isNobody(name: string): boolean {
  const isWord = LETTERS.has(lettersOf(name)) || /^max[-_]/.test(name);
  return isWord || ['*', 'robots', 'x-robots-tag', 'rating', 'all-bots', 'everyone'].includes(name);
}

function classified(parts: readonly { readonly before: string; readonly text: string }[]): ReadDirectives {
  const directives = new Set<string>();
  const unreadable = new Set<string>();
  for (const { before, text } of parts) {
    if (text === '') continue;
    const directive = withoutBlanks(text);
    if (isReadable(directive)) directives.add(before + directive);
    else unreadable.add(before + text);
  }
  return Object.freeze({
    directives: Object.freeze([...directives]),
    unreadable: Object.freeze([...unreadable]),
  });
}

function isReadable(text: string): boolean {
  const colon = text.indexOf(':');
  if (colon < 0)
    return KNOWN.has(text) || (/^[a-z][a-z0-9_-]{0,63}$/.test(text) && !LETTERS.has(lettersOf(text)));
  const name = text.slice(0, colon);
  const value = text.slice(colon + 1);
  return name === EXPIRY ? expiryDate(value) !== undefined : VALUED.get(name)?.test(value) === true;
}

function lettersOf(text: string): string {
  return text.replace(/[^a-z]/g, '');
}

/**
 * Removes the blanks around the colon: `max-snippet : 0` becomes `max-snippet:0`. A regular expression could take
 * quadratic time on a long line.
 */
function withoutBlanks(part: string): string {
  const colon = part.indexOf(':');
  return colon < 0 ? part : `${part.slice(0, colon).trimEnd()}:${part.slice(colon + 1).trimStart()}`;
}

/**
 * The comma-separated parts, in lower case. A comma inside a date does not separate: after `unavailable_after`, a part
 * that begins with a digit or a month continues the date, because no directive does.
 */
function partsOf(line: string): readonly string[] {
  const parts: string[] = [];
  let isDate = false;
  for (const text of line.split(',').map((part) => part.trim().toLowerCase())) {
    isDate = isDate && DATE_PART.test(text);
    if (isDate) parts.push(`${parts.pop()}, ${text}`);
    else parts.push(text);
    isDate ||= DATED.test(text);
  }
  return parts;
}

const DATED = /(?:^|[:\s])unavailable_after[ \t]{0,16}:/;
const DATE_PART = /^(?:\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} \d)/;
