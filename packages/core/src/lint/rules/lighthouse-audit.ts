import { isLineEnd } from '../../bytes/octet.ts';
import { decodeUtf8 } from '../../bytes/utf-8.ts';
import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** Records that the audit knows, in lower case; it rejects all others, including `license` and `content-usage`. */
const KNOWN: ReadonlySet<string> = new Set([
  'user-agent',
  'disallow',
  'allow',
  'sitemap',
  'crawl-delay',
  'clean-param',
  'host',
  'request-rate',
  'visit-time',
  'noindex',
  'content-signal',
]);

const SITEMAP_PROTOCOL = /^(?:https?|ftp):/;

/** A line as the audit reads it: without its comment, and trimmed of JavaScript white space. */
interface AuditLine {
  readonly name: string;
  readonly value: string;
}

/**
 * The audit `robots-txt` of Lighthouse 13.5.0. Unlike RFC 9309, the audit reads the whole file, regardless of length,
 * and has no groups, except that a rule requires an earlier user-agent line with a value.
 */
export function* lighthouseAudit({ octets, document }: LintContext): Iterable<Finding> {
  if (document.encoding !== 'utf-8') {
    yield {
      message: 'Lighthouse reads UTF-16 as UTF-8 and cannot parse any line',
      span: { start: 0, end: 0 },
    };
    return;
  }
  let hasGroup = false;
  for (const { start, end } of linesOf(octets)) {
    const line = readLine(octets.subarray(start, end));
    if (line === undefined) continue;
    const defect = line === 'no colon' ? 'it has no colon' : defectOf(line);
    const name = line === 'no colon' ? '' : line.name;
    if (defect === undefined && name === 'user-agent') hasGroup = true;
    const isLoose = defect === undefined && !hasGroup && isRule(name);
    const message = isLoose ? 'no user-agent line precedes this rule' : defect;
    if (message !== undefined)
      yield { message: `Lighthouse fails on this line: ${message}`, span: { start, end } };
  }
}

function* linesOf(octets: Uint8Array): Iterable<{ start: number; end: number }> {
  for (let start = 0, at = 0; at <= octets.length; at++) {
    if (at < octets.length && !isLineEnd(octets[at])) continue;
    yield { start, end: at };
    start = at + 1;
  }
}

function readLine(octets: Uint8Array): AuditLine | 'no colon' | undefined {
  const text = (decodeUtf8(octets).split('#', 1)[0] as string).trim();
  if (text === '') return undefined;
  const colon = text.indexOf(':');
  if (colon < 0) return 'no colon';
  return { name: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim() };
}

function isRule(name: string): boolean {
  return name === 'allow' || name === 'disallow';
}

/** The first problem of a line, in the audit's order. The audit reports only one problem per line. */
function defectOf({ name, value }: AuditLine): string | undefined {
  if (!KNOWN.has(name)) return `it does not know the record ${inQuotes(name)}`;
  if (name === 'sitemap') return sitemapDefect(value);
  if (name === 'user-agent' && value === '') return 'it has no product token';
  if (!isRule(name)) return undefined;
  if (!/^(?:$|[/*])/.test(value)) return 'a pattern must begin with "/" or "*", or be empty';
  const dollar = value.indexOf('$');
  return dollar < 0 || dollar === value.length - 1 ? undefined : '"$" is valid only at the end of a pattern';
}

function sitemapDefect(value: string): string | undefined {
  try {
    return SITEMAP_PROTOCOL.test(new URL(value).href)
      ? undefined
      : 'a sitemap URL must use http, https or ftp';
  } catch {
    return 'a sitemap must be an absolute URL';
  }
}
