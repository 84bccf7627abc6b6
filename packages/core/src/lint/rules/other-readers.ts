/** Rules on how readers other than crawlers that follow RFC 9309 judge a file. */
import { isLineEnd } from '../../bytes/octet.ts';
import { decodeUtf8 } from '../../bytes/utf-8.ts';
import type { Divergence } from '../../interpret/divergences.ts';
import type { DocumentRecord } from '../../parse/records.ts';
import { inQuotes } from '../../print/printable.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** RFC 9309 §2.2 leaves few questions open, but parsers still depart from it. */
export function* readDifferently(context: LintContext): Iterable<Finding> {
  const report = context.divergences;
  if (!report) return;
  for (const { dialect, error } of report.unreadable) {
    yield { message: `${dialect.name} fails on this file: ${error}`, span: { start: 0, end: 0 } };
  }
  for (const divergence of report.divergences) {
    const span = context.recordAtLine(divergence.line)?.span;
    if (span) yield { message: messageFor(divergence), span };
  }
  if (report.stoppedAt !== undefined) {
    context.noteLimit(
      'lines that parsers read differently',
      `lines from ${report.stoppedAt} on were not checked`,
    );
  }
}

function messageFor({ dialects, lines, who, target, allowed, because }: Divergence): string {
  const names = dialects.map(({ name }) => name);
  const verb = allowed ? 'let' : 'keep';
  const answer = allowed
    ? `${who} fetch ${target}, which RFC 9309 disallows`
    : `${who} from ${target}, which RFC 9309 allows`;
  const why = because ? `: ${because.sentence.replace(/\.$/, '')}` : '';
  return `${listed(names)} ${verb}${names.length === 1 ? 's' : ''} ${answer}${why}${furtherLines(lines.slice(1))}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

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

/** The limits that Yandex names: rules of a file, and characters of a rule. */
const MOST_RULES = 2_048;
const MOST_CHARACTERS = 1_024;

/** Records that Yandex describes, or has described. */
const DESCRIBED: ReadonlySet<string> = new Set([
  'user-agent',
  'disallow',
  'allow',
  'sitemap',
  'clean-param',
  'crawl-delay',
  'host',
]);

/** What else Yandex's own analysis of a file reports; other rules report the rest. */
export function* yandexDictionary(context: LintContext): Iterable<Finding> {
  const { rules } = context;
  const over = rules[MOST_RULES];
  if (over)
    yield {
      message: `The file has ${rules.length} rules, and Yandex allows ${MOST_RULES.toLocaleString('en')}`,
      span: over.span,
    };
  const long = rules.filter(({ value }) => value.length > MOST_CHARACTERS);
  yield* once(
    long,
    () => `Yandex allows a rule of at most ${MOST_CHARACTERS.toLocaleString('en')} characters`,
  );
  const unclear = context
    .recordsOf('clean-param')
    .filter(({ value }) => !/^[^\s&]+(?:&[^\s&]+)*\s+\/\S*$/.test(value));
  yield* once(
    unclear,
    ({ value }) => `Yandex expects parameters joined by "&", a space and a path, not ${inQuotes(value)}`,
  );
  const special = rules.filter(({ value }) => /[()[\]{}|\\^]/.test(value));
  yield* once(special, () => 'Yandex warns of special characters other than "*" and "$"', 'minor');
  const foreign = context.document.records.filter(
    ({ kind, name }) => kind !== 'other' && !DESCRIBED.has(name.toLowerCase()) && !DESCRIBED.has(kind),
  );
  yield* once(
    foreign,
    ({ name }) => `Yandex describes no directive ${inQuotes(name)} and warns of it`,
    'minor',
  );
}

function* once(
  [first, ...further]: readonly DocumentRecord[],
  says: (record: DocumentRecord) => string,
  weight?: Finding['weight'],
): Iterable<Finding> {
  if (!first) return;
  const also = furtherLines(further.map(({ line }) => line));
  yield { message: `${says(first)}${also}`, span: first.span, ...(weight && { weight }) };
}
