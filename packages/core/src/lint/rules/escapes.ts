/** Rules on characters that are escaped wrongly, not escaped, or not to be seen. */
import { HASH } from '../../bytes/octet.ts';
import { decodeUtf8 } from '../../bytes/utf-8.ts';
import { inQuotes } from '../../print/printable.ts';
import { octetsBefore } from '../../records/reading.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { nextRecord } from '../record-names.ts';
import { hasPlaceholder } from './leftovers.ts';

/** The entities that template engines write for the special characters of HTML, and the characters. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['#38', '&'],
  ['#x26', '&'],
  ['lt', '%3C'],
  ['gt', '%3E'],
  ['quot', '%22'],
  ['#34', '%22'],
  ['#x22', '%22'],
  ['apos', "'"],
  ['#39', "'"],
  ['#x27', "'"],
  ['#x2f', '/'],
]);

const ENTITY = /&(amp|lt|gt|quot|apos|#(?:38|34|39|x26|x22|x27|x2f));/i;

/** The octets behind a `#` that may complete an entity. */
const MOST_BEHIND = 8;

/** A text file that a template engine for HTML wrote. */
export function* htmlEntity(context: LintContext): Iterable<Finding> {
  const { octets } = context.document;
  for (const { value, span, valueSpan } of context.document.records) {
    const isCut = value.endsWith('&') && octets[valueSpan.end] === HASH;
    if (!isCut && !value.includes('&')) continue;
    const behind = isCut ? decodeUtf8(octets.subarray(valueSpan.end, valueSpan.end + MOST_BEHIND)) : '';
    const found = ENTITY.exec(value + behind);
    const [text, name = ''] = found ?? [];
    if (!found || text === undefined || !context.isAscii(valueSpan)) continue;
    const at = valueSpan.start + found.index;
    const character = CHARACTERS.get(name.toLowerCase()) as string;
    yield {
      message: `"${text}" is an HTML entity, which crawlers do not decode${isCut ? ': the "#" begins a comment' : ''}`,
      span,
      fixes: [
        {
          title: `Write "${character}"`,
          edits: [{ span: { start: at, end: at + text.length }, replacement: character }],
          changesVerdicts: true,
        },
      ],
    };
  }
}

/** Whether the `#` at `offset` belongs to an entity such as `&#39;`. */
export function isEntityAt(octets: Uint8Array, offset: number): boolean {
  return /^&#(?:\d{1,4}|x[0-9a-f]{1,4});/i.test(
    String.fromCharCode(...octets.subarray(offset - 1, offset + MOST_BEHIND)),
  );
}

/**
 * The escape sequence of a line end before a record. Elsewhere, such as in a path, the characters may be intended.
 */
const ESCAPED =
  /(?:\\r\\n|\\n|\\r)+(?=[ \t]{0,16}(?:user-agent|allow|disallow|sitemap|crawl-delay|host|content-(?:usage|signal)|license)[ \t]{0,16}:)|(?:\\r\\n|\\n|\\r)+$/gi;

/** The escape sequence before a record, in a comment or in a line without a colon. */
const BEFORE_RECORD = /\\[nr][ \t]{0,16}(?:user-agent|allow|disallow|sitemap)[ \t]{0,16}:/i;

/** Shells and environment variables keep `\n` as it is written. */
export function* escapedLineEnd(context: LintContext): Iterable<Finding> {
  const others = context.otherLines
    .filter(({ text }) => BEFORE_RECORD.test(text))
    .map(({ text, span }) => ({ value: text, span, valueSpan: span }));
  for (const { value, span, valueSpan } of [...context.document.records, ...others]) {
    const found = value.match(ESCAPED);
    if (!found) continue;
    const replacement = value.replace(/(?:\\r\\n|\\n|\\r)+$/i, '').replace(ESCAPED, context.lineEnd);
    yield {
      message: `"${found[0].slice(0, 2)}" is two characters here, not a line end, so crawlers read what follows as part of this line`,
      span,
      fixes: [
        {
          title: 'Write real line ends',
          edits: [{ span: valueSpan, replacement }],
          changesVerdicts: true,
        },
      ],
    };
  }
}

/** Whether a value holds records behind escaped line ends. */
export function hasEscapedLineEnd(value: string): boolean {
  return value.match(ESCAPED) !== null;
}

/** RFC 3986 §2.1, §6.2.2. */
export function* doubtfulEscape(context: LintContext): Iterable<Finding> {
  for (const { value, span, valueSpan } of context.rules) {
    if (hasPlaceholder(value)) continue;
    // Before a star, the start of an escape is meaningful: it matches all escapes that begin that way.
    const stray = /%(?![0-9A-Fa-f]{2}|[0-9A-Fa-f]?\*)/.exec(value);
    const twice = /%25[0-9A-Fa-f]{2}/.exec(value)?.[0];
    // At the end of a value, a stray `%` is more often a truncated escape.
    const isLast = stray && /^%[0-9A-Fa-f]?\$?$/.test(value.slice(stray.index));
    if (isLast)
      yield {
        message: 'The "%" at the end of this pattern does not start a percent-encoded character',
        span,
      };
    else if (stray && context.isAscii(valueSpan)) {
      const at = valueSpan.start + stray.index;
      yield {
        message: 'This "%" does not start a percent-encoded character. Write "%25" to match a percent sign',
        span,
        fixes: [
          {
            title: 'Write "%25"',
            edits: [{ span: { start: at, end: at + 1 }, replacement: '%25' }],
            changesVerdicts: true,
          },
        ],
      };
    } else if (stray)
      yield { message: 'A "%" in this pattern does not start a percent-encoded character', span };
    else if (twice)
      yield {
        message: `${twice} is encoded twice. Crawlers decode once, so the pattern matches only URLs that contain "${twice}"`,
        span,
      };
  }
}

/** Octets that must be escaped in a URI. Another rule covers control octets. */
const RAW = /[ \t"<>\\^`{|}\u007f-\uffff]/;

/** RFC 9309 §2.2.2, RFC 3986 §2. */
export function* rawOctetsInPattern(context: LintContext): Iterable<Finding> {
  for (const { value, span, valueSpan } of context.rules) {
    if (!/^[/*]/.test(value) || !RAW.test(value)) continue;
    if (otherSyntaxOf(value) || nextRecord(value) || hasEscapedLineEnd(value)) continue;
    if (INVISIBLE.test(value) || hasPlaceholder(value)) continue;
    const encoded = context
      .encoded(valueSpan)
      .replace(/["<>\\^`{|}]/g, (raw) => `%${raw.charCodeAt(0).toString(16).toUpperCase()}`);
    yield {
      message: `Some crawlers compare ${inQuotes(value)} without encoding it, so it never matches`,
      span,
      fixes: [
        {
          title: `Write ${encoded}`,
          edits: [{ span: valueSpan, replacement: encoded }],
          changesVerdicts: true,
        },
      ],
    };
  }
}

/**
 * Matches no-break and other wide spaces, zero-width characters, direction marks, and a byte order mark inside the
 * file.
 */
export const INVISIBLE: RegExp =
  /[\u00a0\u00ad\u1680\u2000-\u200f\u2028\u2029\u202a-\u202f\u205f\u2060\u3000\ufeff]/;

/** RFC 9309 §2.2: white space consists of SP and TAB. */
export function* invisibleCharacter(context: LintContext): Iterable<Finding> {
  for (const { span, value, valueSpan, name } of context.document.records) {
    const inName = INVISIBLE.exec(name);
    const found = inName ?? INVISIBLE.exec(value);
    if (!found) continue;
    const [text, start] = inName ? [name, span.start] : [value, valueSpan.start];
    const at = start + octetsBefore(text, found.index);
    const length = octetsBefore(found[0], found[0].length);
    const code = (found[0].codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
    yield {
      message: `The invisible character U+${code} is read as part of the ${inName ? 'name' : 'value'}`,
      span: { start: at, end: at + length },
    };
  }
}
