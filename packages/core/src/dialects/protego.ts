/** Protego, the default parser of Scrapy. */
import * as LineKind from '../parse/line-kind.ts';
import type { LinePart, RuleText, TargetReading } from './engine/own-way.ts';
import {
  ANY_RECORD,
  LETTERS_AND_DIGITS,
  octetsExcept,
  of,
  PYTHON_LINE_ENDS,
  PYTHON_SPACE,
} from './engine/sets.ts';
import { decodeBinary, utf8Binary } from './engine/text-model.ts';
import { type Imitation, imitation } from './imitation.ts';
import { decodeEscapes, quote } from './urls/percent.ts';
import { PYTHON_FLOAT } from './urls/python-float.ts';
import { NOT_A_URL, splitUrl } from './urls/python-url.ts';

/**
 * The record of one line, with octets given as characters. If the line begins with a known name, a colon is a separator
 * only directly after the name or before white space. Otherwise, any colon is a separator.
 */
function readProtegoLine(line: string): readonly LinePart[] {
  const hash = line.indexOf('#');
  const end = trimmedEnd(line, hash < 0 ? line.length : hash);
  const start = trimmedStart(line, 0, end);
  if (start === end) return [];
  const colon = line.indexOf(':', start);
  const hasColon = colon >= 0 && colon < end;
  const kind = hasColon ? kindOf(line.slice(start, trimmedEnd(line, colon))) : undefined;
  if (kind !== undefined) return [part(line, kind, start, colon + 1, end)];
  const isLoose = hasColon && colon + 1 < end && trimmedStart(line, colon + 1, end) === colon + 1;
  const found = !hasColon || isLoose ? separatedByWhiteSpace(line, start, end) : undefined;
  if (found) return [found];
  return hasColon ? [part(line, LineKind.other, start, colon + 1, end)] : [];
}

/** Splits a line at white space after a known name, which has one or two words. */
function separatedByWhiteSpace(line: string, start: number, end: number): LinePart | undefined {
  let nameEnd = start;
  let name = '';
  for (let word = 0; word < 2; word++) {
    const from = trimmedStart(line, nameEnd, end);
    if (from === end) return undefined;
    nameEnd = wordEnd(line, from, end);
    name += (word === 0 ? '' : ' ') + line.slice(from, nameEnd);
    const kind = kindOf(name);
    if (kind !== undefined) return part(line, kind, start, nameEnd, end);
  }
  return undefined;
}

function part(line: string, kind: LineKind.Any, start: number, after: number, end: number): LinePart {
  return { kind, start, valueStart: trimmedStart(line, Math.min(after, end), end), valueEnd: end };
}

function kindOf(name: string): LineKind.Any | undefined {
  return name.length > LONGEST_NAME ? undefined : NAMES.get(name.toLowerCase());
}

const LONGEST_NAME = 12;
const NAMES: ReadonlyMap<string, LineKind.Any> = new Map(
  (
    [
      [LineKind.userAgent, 'user-agent', 'useragent', 'user agent'],
      [LineKind.allow, 'allow'],
      [LineKind.disallow, 'disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
      [LineKind.sitemap, 'sitemap', 'sitemaps', 'site-map'],
      [LineKind.crawlDelay, 'crawl-delay', 'crawl delay'],
      [LineKind.requestRate, 'request-rate', 'request rate'],
      [LineKind.visitTime, 'visit-time', 'visit time'],
      [LineKind.host, 'host'],
    ] as const
  ).flatMap(([kind, ...names]) => names.map((name) => [name, kind] as const)),
);

/** Matches one character of Python's white space, encoded in UTF-8. */
const SPACE =
  /[\t-\r\x1c-\x20]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80/y;

/** The number of octets in the white-space character at `at`; 0 if there is none. */
function spaceAt(line: string, at: number): number {
  SPACE.lastIndex = at;
  return SPACE.exec(line)?.[0].length ?? 0;
}

function trimmedStart(line: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const length = spaceAt(line, at);
    if (length === 0) break;
    at += length;
  }
  return Math.min(at, end);
}

function trimmedEnd(line: string, end: number): number {
  let at = end;
  while (at > 0) {
    const length = [1, 2, 3].find((octets) => octets <= at && spaceAt(line, at - octets) === octets);
    if (length === undefined) break;
    at -= length;
  }
  return at;
}

function wordEnd(line: string, start: number, end: number): number {
  let at = start;
  while (at < end && spaceAt(line, at) === 0) at++;
  return at;
}

/** The kinds of records that belong to no group. */
const SITE_WIDE: ReadonlySet<LineKind.Any> = new Set([LineKind.sitemap, LineKind.host]);

export const protego: Imitation = imitation('protego', {
  lines: { ends: PYTHON_LINE_ENDS, whiteSpace: PYTHON_SPACE },
  names: {
    read: {
      run: readProtegoLine,
      inWords:
        'Some misspelled names are accepted, white space can replace the colon after a known name and then counts as one space inside the value, and white space of Unicode counts as such.',
      value: (text, isAfterColon) => (isAfterColon ? text : text.replace(WHITE_SPACE, ' ')),
    },
  },
  runs: { endedBy: new Set([...ANY_RECORD].filter((kind) => !SITE_WIDE.has(kind))) },
  agents: { letterCase: 'unicode-lower', compare: 'file-begins-word-of-caller', starsAreDropped: true },
  merging: { choice: 'longest-name', starWeight: 'one' },
  rules: { expand: { run: expand, inWords: 'A $ is read in two ways: as itself and as the end.' } },
  normalising: {
    text: 'utf-8',
    pattern: {
      run: quotePattern,
      inWords:
        'every escape except that of a slash, * or % is decoded, then all but a few characters are escaped',
    },
  },
  precedence: { length: 'code-points', emptyNeverDecides: true },
  targets: {
    read: {
      run: readTarget,
      inWords:
        'Path and query are decoded and escaped as one text. /robots.txt is recognized with any query.',
    },
    withoutGroup: {
      run: (url) => readRobotsTxt(url) ?? { allowed: true },
      inWords: 'For a crawler without a group, only a URL that contains /robots.txt is parsed.',
    },
  },
  extras: {
    robotsTxtIsAllowed: true,
    indexPage: { of: 'allow', when: 'is-html' },
    crawlDelay: PYTHON_FLOAT,
    countedDelay: 'last',
  },
});

/** Matches the white space at which Python's `str.split` splits. */
const WHITE_SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/** A `$` may mean the end or a literal `$`; Protego tries both. */
function expand(value: string): readonly RuleText[] {
  return value.includes('$') ? [{ text: value.replaceAll('$', '%24') }, { text: value }] : [{ text: value }];
}

/** Prepends a slash to a pattern with a scheme, and escapes each `$` except a final one. */
function quotePattern(value: string): string {
  const path = /^https?:\/\//.test(value) ? `/${value}` : value;
  const anchor = path.endsWith('$') ? '$' : '';
  const text = path.slice(0, path.length - anchor.length);
  return quote(decode(text, DECODED_IN_PATTERN), KEPT_IN_PATTERN) + anchor;
}

/** Path and query, escaped as one text. `/robots.txt` is allowed regardless of its query. */
function readTarget(url: string): TargetReading {
  return readRobotsTxt(url) ?? readOther(url);
}

/** Protego first parses any URL that contains `/robots.txt`, even for a crawler without a group. */
function readRobotsTxt(url: string): TargetReading | undefined {
  if (!url.includes('/robots.txt')) return undefined;
  const parts = splitUrl(url, true);
  if (!parts) return NOT_A_URL;
  return parts.path === '/robots.txt' ? { path: parts.path, isRobotsTxt: true } : undefined;
}

function readOther(url: string): TargetReading {
  const simple = SIMPLE_URL.exec(url)?.[1];
  if (simple !== undefined) return { path: simple, isRobotsTxt: false };
  const [beforeFragment = ''] = url.split('#', 1);
  const parts = splitUrl(beforeFragment, false);
  if (!parts) return NOT_A_URL;
  const text = beforeFragment.includes('?') ? `${parts.path}?${parts.query ?? ''}` : parts.path;
  const path = quote(decode(text, DECODED_IN_PATH), KEPT_IN_PATH);
  return { path: path.startsWith('/') ? path : `/${path}`, isRobotsTxt: false };
}

function decode(text: string, decoded: ReadonlySet<number>): string {
  return text.includes('%') ? decodeBinary('utf-8', decodeEscapes(utf8Binary(text), decoded)) : text;
}

/** Matches URLs that need no parsing, regardless of their host. */
const SIMPLE_URL = /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*)?(\/(?!\/)[A-Za-z0-9_.~/=-]*)$/;
const DECODED_IN_PATTERN = octetsExcept('/*%');
const DECODED_IN_PATH = octetsExcept('/%');
const KEPT_IN_PATTERN = of(`${LETTERS_AND_DIGITS}_.-~/*%=`);
const KEPT_IN_PATH = of(`${LETTERS_AND_DIGITS}_.-~/%=`);
