/**
 * Files that are something else: an error page, an answer of an API, an archive, served with status 200 in place of a
 * robots.txt. Linear in the line table.
 */
import { byteOrderMarkLength } from '../bytes/body.ts';
import * as LineKind from './line-kind.ts';
import { kindAt, ROW } from './line-table.ts';
import type { LineSource } from './records.ts';

/** Octets that tell what a file is. */
const HEAD_OCTETS = 2_048;

/** Lines of a message; a longer text is something that somebody wrote. */
const MOST_MESSAGE_LINES = 20;

/** What a file looks like in place of a robots.txt, as a noun phrase; `undefined` where it looks like one. */
export function otherThanRobotsTxt(source: LineSource): string | undefined {
  const { octets } = source;
  const mark = byteOrderMarkLength(octets);
  const head = withoutComments(latin1(octets.subarray(mark, mark + HEAD_OCTETS)));
  const hasRecords = hasKnownRecord(source);
  for (const { looks, pattern, isSure } of KINDS) {
    if (pattern.test(head) && (isSure || !hasRecords)) return looks;
  }
  return hasRecords || !isMessage(source, head) ? undefined : 'a plain-text message';
}

interface Kind {
  readonly looks: string;
  readonly pattern: RegExp;
  /** It is this also where some of its lines parse as records. */
  readonly isSure?: boolean;
}

const KINDS: readonly Kind[] = [
  {
    looks: 'an HTML page',
    pattern: /^\s*<(?:!doctype\s+html|html|head|body)\b/i,
    isSure: true,
  },
  { looks: 'an XML document', pattern: /^\s*<\?xml\b/i, isSure: true },
  { looks: 'an HTML page', pattern: /^\s*<[a-z!?/]|<(?:html|head|body|title|script)[\s>]/i },
  { looks: 'a JSON document', pattern: /^\s*(?:\{\s*["}]|\[\s*["{[\]\d-]|"[^"\n]*"\s*$)/ },
  { looks: 'a PDF file', pattern: /^%PDF-/ },
  { looks: 'a compressed file', pattern: /^(?:\u001f\u008b|PK\u0003\u0004|\u0028\u00b5\u002f\u00fd)/ },
  { looks: 'a picture', pattern: /^(?:\u0089PNG|GIF8|\u00ff\u00d8\u00ff|RIFF....WEBP)/ },
  { looks: 'binary data', pattern: /\u0000/ },
];

/** A record that crawlers know stands in the file. */
function hasKnownRecord({ lines }: LineSource): boolean {
  for (let row = 0; row < lines.length; row += ROW) {
    if (kindAt(lines, row) > LineKind.other) return true;
  }
  return false;
}

/** A few lines without a known record, none of which looks like a misspelt one. */
function isMessage({ lines }: LineSource, head: string): boolean {
  const rows = lines.length / ROW;
  if (rows > MOST_MESSAGE_LINES || MEANT.test(head)) return false;
  const kinds = Array.from({ length: rows }, (_, at) => kindAt(lines, at * ROW));
  return kinds.includes(LineKind.malformed) || (kinds.includes(LineKind.other) && SAYS_ERROR.test(head));
}

/** Parts of names that survive a slip of the pen. */
const MEANT = /agent|allow|alow|sitemap|crawl|robots?[ -]?txt/i;

const SAYS_ERROR =
  /\b(?:[45]\d\d|error|not\s+found|forbidden|denied|unauthori[sz]ed|unavailable|bad\s+(?:request|gateway)|time(?:d\s+)?out|exception|fail(?:ed|ure)|blocked|captcha|no\s+such|does\s?n[o']t\s+exist|invalid|maintenance|suspended|moved|redirect(?:ed|ing)|request\s+id)\b/i;

/** Without the comments of HTML that it begins with. */
function withoutComments(text: string): string {
  let rest = text.trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->');
    if (end < 0) return text;
    rest = rest.slice(end + 3).trimStart();
  }
  return rest.startsWith('<') ? rest : text;
}

function latin1(octets: Uint8Array): string {
  let text = '';
  for (const octet of octets) text += String.fromCharCode(octet);
  return text;
}
