/**
 * Recognizes files that are not a robots.txt: error pages, API responses and archives that a server sends in its place
 * with status 200. Takes time linear in the line table.
 */
import { byteOrderMarkLength } from '../bytes/body.ts';
import * as LineKind from './line-kind.ts';
import { kindAt, ROW } from './line-table.ts';
import type { LineSource } from './records.ts';

/** The number of octets at the start of a file that are examined to identify it. */
const HEAD_OCTETS = 2_048;

/** The maximum number of lines in a server's message. A longer text was probably written by a person. */
const MOST_MESSAGE_LINES = 20;

/** The kinds of content that a server may send in place of a robots.txt. */
export type OtherContent = 'html' | 'xml' | 'json' | 'pdf' | 'compressed' | 'image' | 'binary' | 'message';

/** A noun phrase for each kind. */
const PHRASES: Readonly<Record<OtherContent, string>> = {
  html: 'an HTML page',
  xml: 'an XML document',
  json: 'a JSON document',
  pdf: 'a PDF file',
  compressed: 'a compressed file',
  image: 'a picture',
  binary: 'binary data',
  message: 'a plain-text message',
};

/** A noun phrase for the content that the file resembles; `undefined` if it resembles a robots.txt or is empty. */
export function otherThanRobotsTxt(source: LineSource): string | undefined {
  const content = otherContent(source);
  return content && PHRASES[content];
}

/**
 * The kind of content, other than a robots.txt, that a file resembles, such as an error page, an API response or a
 * picture. `undefined` if the file resembles a robots.txt or is empty.
 *
 * @example
 * ```ts
 * import { otherContent, parse } from 'robots-exclusion';
 *
 * otherContent(parse('<!doctype html><title>404</title>')); // 'html'
 * otherContent(parse('User-agent: *\nDisallow: /\n')); // undefined
 * ```
 */
export function otherContent(source: Pick<LineSource, 'octets' | 'lines'>): OtherContent | undefined {
  const { octets } = source;
  const mark = byteOrderMarkLength(octets);
  const hasRecords = hasKnownRecord(source);
  // If the file has known records, only markup at its beginning can show that it is not a robots.txt.
  if (hasRecords && !beginsWithMarkup(octets, mark)) return undefined;
  if (PAGE.test(latin1(octets.subarray(mark, mark + PAGE_OCTETS)))) return 'html';
  const head = withoutComments(latin1(octets.subarray(mark, mark + HEAD_OCTETS)));
  for (const { kind, pattern, isSure } of KINDS) {
    if (pattern.test(head) && (isSure || !hasRecords)) return kind;
  }
  return hasRecords || !isMessage(source, head) ? undefined : 'message';
}

/**
 * Matches the beginning of most HTML pages, so that no more octets need to be read. The `\W` shows that the element's
 * name ends there.
 */
const PAGE = /^\s*<(?:!doctype\s+html|html|head|body)\W/i;
const PAGE_OCTETS = 64;

/** Whether the octets match `\s*<`, with which all conclusive patterns begin. */
function beginsWithMarkup(octets: Uint8Array, from: number): boolean {
  let at = from;
  while (isSpace(octets[at] as number)) at++;
  return octets[at] === LESS_THAN;
}

const LESS_THAN = 0x3c;

/** The Latin-1 characters that `\s` and `trimStart` treat as white space. */
function isSpace(octet: number): boolean {
  return (octet >= 0x09 && octet <= 0x0d) || octet === 0x20 || octet === 0xa0;
}

interface Kind {
  readonly kind: OtherContent;
  readonly pattern: RegExp;
  /** Whether the content counts as this kind even if some of its lines parse as records. */
  readonly isSure?: boolean;
}

const KINDS: readonly Kind[] = [
  {
    kind: 'html',
    pattern: /^\s*<(?:!doctype\s+html|html|head|body)\b/i,
    isSure: true,
  },
  { kind: 'xml', pattern: /^\s*<\?xml\b/i, isSure: true },
  { kind: 'html', pattern: /^\s*<[a-z!?/]|<(?:html|head|body|title|script)[\s>]/i },
  { kind: 'json', pattern: /^\s*(?:\{\s*["}]|\[\s*["{[\]\d-]|"[^"\n]*"\s*$)/ },
  { kind: 'pdf', pattern: /^%PDF-/ },
  { kind: 'compressed', pattern: /^(?:\u001f\u008b|PK\u0003\u0004|\u0028\u00b5\u002f\u00fd)/ },
  { kind: 'image', pattern: /^(?:\u0089PNG|GIF8|\u00ff\u00d8\u00ff|RIFF....WEBP)/ },
  { kind: 'binary', pattern: /\u0000/ },
];

/** Whether the file contains a record of a known kind. */
function hasKnownRecord({ lines }: LineSource): boolean {
  for (let row = 0; row < lines.length; row += ROW) {
    if (kindAt(lines, row) > LineKind.other) return true;
  }
  return false;
}

/**
 * Whether the file is a server's message: a few lines, none of which is a known record or resembles a misspelled one.
 */
function isMessage({ lines }: LineSource, head: string): boolean {
  const rows = lines.length / ROW;
  if (rows > MOST_MESSAGE_LINES || MEANT.test(head)) return false;
  const kinds = Array.from({ length: rows }, (_, at) => kindAt(lines, at * ROW));
  return kinds.includes(LineKind.malformed) || (kinds.includes(LineKind.other) && SAYS_ERROR.test(head));
}

/** Parts of record names that usually survive a typo. */
const MEANT = /agent|allow|alow|sitemap|crawl|robots?[ -]?txt/i;

const SAYS_ERROR =
  /\b(?:[45]\d\d|error|not\s+found|forbidden|denied|unauthori[sz]ed|unavailable|bad\s+(?:request|gateway)|time(?:d\s+)?out|exception|fail(?:ed|ure)|blocked|captcha|no\s+such|does\s?n[o']t\s+exist|invalid|maintenance|suspended|moved|redirect(?:ed|ing)|request\s+id)\b/i;

/** The text without leading HTML comments. */
function withoutComments(text: string): string {
  let rest = text.trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->');
    if (end < 0) return text;
    rest = rest.slice(end + 3).trimStart();
  }
  return rest.startsWith('<') ? rest : text;
}

/** The octets as Latin-1 text. There are at most `HEAD_OCTETS`, so that the arguments fit on the stack. */
function latin1(octets: Uint8Array): string {
  return String.fromCharCode.apply(null, octets as unknown as number[]);
}
