/** Rules on the pattern of one allow or disallow record at a time. */
import { HASH } from '../../bytes/octet.ts';
import type { DocumentRecord } from '../../parse/records.ts';
import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { removal } from '../remove-line.ts';
import { hasEscapedLineEnd, INVISIBLE, isEntityAt } from './escapes.ts';
import { hasPlaceholder } from './leftovers.ts';

/** RFC 9309 §2.2: `path-pattern = "/" …`. */
export const quotedPattern: LintRule['check'] = valueCheck(
  ({ value }) => otherSyntaxOf(value) === 'quotes',
  ({ value }) => `The pattern ${value} matches nothing because the quotation marks are part of it`,
);

/** RFC 9309 §2.2.3: only `*` and a final `$` are special. */
export const regularExpression: LintRule['check'] = valueCheck(
  ({ value }) => otherSyntaxOf(value) === 'regular-expression',
  ({ value }) =>
    `${inQuotes(value)} looks like a regular expression, but only "*" and a final "$" are special. Crawlers match all other characters literally`,
);

/** RFC 9309 §2.2: a rule has one path pattern. */
export const severalPatternsOnOneLine: LintRule['check'] = valueCheck(
  ({ value }) => otherSyntaxOf(value) === 'list' && !hasEscapedLineEnd(value),
  ({ value }) => `Crawlers read ${inQuotes(value)} as a single path. Each pattern needs its own rule`,
);

/** RFC 9309 §2.2: `path-pattern = "/" …`. */
export const wordAsPattern: LintRule['check'] = valueCheck(
  ({ value }) => otherSyntaxOf(value) === 'word',
  ({ value, kind }) =>
    `${inQuotes(value)} is not a path pattern, so this ${kind} rule matches nothing. The pattern for all paths is "/"`,
);

/** Checks each allow and disallow record separately: whether it is reported, and the message. */
function valueCheck(
  isAt: (record: DocumentRecord) => boolean,
  says: (record: DocumentRecord) => string,
): LintRule['check'] {
  return function* check(context) {
    for (const record of context.recordsOf('allow', 'disallow')) {
      if (isAt(record)) yield { message: says(record), span: record.span };
    }
  };
}

/** Recognizes patterns that are whole URLs. */
const FULL_URL: RegExp = /^[a-z][a-z0-9+.-]*:\/\//i;

/** RFC 9309 §2.2. */
export function* fullUrlPattern(context: LintContext): Iterable<Finding> {
  const own = hostOf(context.robotsUrl ?? '');
  for (const { value, span, valueSpan } of context.recordsOf('allow', 'disallow')) {
    if (!FULL_URL.test(value)) continue;
    const host = hostOf(value);
    if (own === undefined || host !== own) {
      yield { message: `${MATCHES_NOTHING}. ${elsewhere(host, own)}`, span };
      continue;
    }
    const path = value.replace(/^[^:]*:\/\/[^/?#]*/, '') || '/';
    yield {
      message: MATCHES_NOTHING,
      span,
      fixes: [
        {
          title: `Write ${inQuotes(path)}`,
          edits: [{ span: valueSpan, replacement: path }],
          changesVerdicts: true,
        },
      ],
    };
  }
}

const MATCHES_NOTHING = 'A path pattern begins with "/": this full URL matches nothing';

/** Host and port in lower case, without default ports; `undefined` if the text is not a URL with a host. */
function hostOf(url: string): string | undefined {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1];
  return authority?.toLowerCase().replace(/:(?:80|443)?$/, '');
}

/** The message for a URL whose host is not known to be the file's own. */
function elsewhere(host: string | undefined, own: string | undefined): string {
  if (own === undefined) {
    return `If ${host} is this site, the pattern is only the path. A rule for another site belongs in the robots.txt of that site`;
  }
  return `It names ${host}, but this file applies only to ${own}. Move the rule to the robots.txt of ${host}`;
}

/** RFC 9309 §2.2: `path-pattern = "/" …`. */
export function* patternWithoutSlash(context: LintContext): Iterable<Finding> {
  for (const { value, span, valueSpan } of context.recordsOf('allow', 'disallow')) {
    if (value === '' || /^[/*]/.test(value) || FULL_URL.test(value)) continue;
    if (otherSyntaxOf(value) || INVISIBLE.test(value)) continue;
    const message = `The pattern ${inQuotes(value)} matches nothing because it does not begin with "/" or "*"`;
    if (ENDING.test(value) || QUERY.test(value)) yield { message: `${message}. ${anywhere(value)}`, span };
    else if (!PATH.test(value) || HOST.test(value)) yield { message, span };
    else
      yield {
        message,
        span,
        fixes: [
          {
            title: `Write "/${value}"`,
            edits: [{ span: { start: valueSpan.start, end: valueSpan.start }, replacement: '/' }],
            changesVerdicts: true,
          },
        ],
      };
  }
}

function anywhere(value: string): string {
  const where = value.endsWith('$') ? 'with this ending' : 'that contains it';
  return `To match every URL ${where}, write ${inQuotes(`/*${value}`)}`;
}

/** Matches `.pdf$` and `.css`. With a slash in front, such a pattern would name one file in the root. */
const ENDING = /^\.(?:[\w*]+\$|\w{2,5}\*?)$/;

/** Matches `?print` and `nocache=`. With a slash in front, such a pattern would name a query of the home page. */
const QUERY = /^[?&]|^[\w-]+=/;

/** Matches text that could follow the leading slash of a path, but not an escape, a bracket or `./`. */
const PATH = /^\.?[\p{L}\p{N}_~-]/u;

/**
 * Matches `www.example.com/a`, in which only the part after the host is a path. A file such as `index.php/a` is a path.
 */
const HOST = /^(?:https?:|www\.|(?:[\w-]+\.)+(?!(?:php|html?|aspx?|jsp|cgi|pl)\d?\/)[a-z]{2,}[:/])/i;

/** RFC 9309 §2.2.2: an empty pattern matches nothing. */
export function* emptyPattern({ document }: LintContext): Iterable<Finding> {
  for (const { rules } of document.groups) {
    if (rules.every(({ value }) => value === '')) continue;
    for (const rule of rules) {
      if (rule.value !== '') continue;
      yield {
        message: `"${rule.name}:" with an empty pattern has no effect here, but some parsers read it as "allow everything"`,
        span: rule.span,
        fixes: [removal(document, rule)],
      };
    }
  }
}

/** Matches patterns that consist of stars, with or without the leading slash. They match all paths. */
export const EVERYTHING: RegExp = /^(?:\/\**|\*+(?:\/\**)?)\$?$/;

/** RFC 9309 §2.2.3. */
export function* matchesEverything(context: LintContext): Iterable<Finding> {
  for (const { kind, value, span, valueSpan } of context.rules) {
    // The lone "/$" matches the home page only.
    if (value === '/' || value === '/$' || !EVERYTHING.test(value)) continue;
    // A star alone is not a path for parsers without wildcards.
    const isLone = !value.startsWith('/');
    const many = isLone
      ? 'several parsers, such as Python’s urllib, read no rule in it'
      : 'some parsers do not support wildcards';
    yield {
      ...(isLone && kind === 'disallow' && { weight: 'major' as const }),
      message: `${inQuotes(value)} matches every path, as "/" does, but ${many}`,
      span,
      // The stars count toward specificity, so replacing them may change a verdict. Each fix is therefore proven.
      fixes: [
        {
          title: 'Write "/"',
          edits: [{ span: valueSpan, replacement: '/' }],
          changesVerdicts: false,
        },
      ],
    };
  }
}

/** RFC 9309 §2.2.3. */
export function* needlessTrailingStar(context: LintContext): Iterable<Finding> {
  for (const { value, span, valueSpan } of context.rules) {
    const stars = value.slice(endOfNeeded(value));
    if (!stars.startsWith('*') || EVERYTHING.test(value) || otherSyntaxOf(value)) continue;
    yield {
      message: `${inQuotes(value)} matches what ${inQuotes(value.slice(0, -stars.length))} matches`,
      span,
      // The star counts toward specificity, so removing it may change a verdict. Each fix is therefore proven.
      fixes: [
        {
          title: `Remove "${stars}"`,
          edits: [{ span: { start: valueSpan.end - stars.length, end: valueSpan.end }, replacement: '' }],
          changesVerdicts: false,
        },
      ],
    };
  }
}

/** The offset of the trailing stars, which a `$` may follow. The first character is never part of them. */
function endOfNeeded(value: string): number {
  let end = value.endsWith('$') ? value.length - 1 : value.length;
  while (end > 1 && value[end - 1] === '*') end--;
  return end;
}

/** RFC 9309 §2.2.3. */
export function* dollarInTheMiddle(context: LintContext): Iterable<Finding> {
  for (const { value, span } of context.rules) {
    if (!/\$./.test(value) || otherSyntaxOf(value) || hasPlaceholder(value)) continue;
    yield {
      message: 'This "$" matches a literal dollar sign because it is not the last character',
      span,
    };
  }
}

/** URL Standard 4.4: a client resolves dot segments and replaces `\` by `/` before it sends a path. */
export function* unreachablePattern(context: LintContext): Iterable<Finding> {
  for (const { value, span } of context.rules) {
    const path = value.split('?')[0] ?? '';
    const segment = /\/((?:\.|%2e){1,2})(?=\/)/i.exec(path)?.[1];
    if (segment && path.startsWith('/')) {
      yield {
        message: `Clients never send a path that contains "/${segment}/", so this rule matches nothing`,
        span,
      };
    }
  }
}

/** RFC 9309 §2.2: `#` begins a comment anywhere in a line. */
export function* commentCutsValue({ rules, document: { octets } }: LintContext): Iterable<Finding> {
  for (const { value, valueSpan } of rules) {
    if (value === '' || octets[valueSpan.end] !== HASH || isEntityAt(octets, valueSpan.end)) continue;
    yield {
      message: `The pattern ends before the "#": it is ${inQuotes(value)}. Write "%23" to match the character, or put a space before the comment`,
      span: { start: valueSpan.start, end: valueSpan.end + 1 },
    };
  }
}

/** Directories whose names are usually in lower case. A capital, as in `/Admin`, is most likely a typo. */
const USUALLY_LOWER =
  /^\/(?:Admin|Login|Private|Cgi-bin|CGI-BIN|Wp-admin|Search|Cart|Checkout|Account|Api|Tmp|Images|Css|Js)(?=[/*?$]|$)/;

/** RFC 9309 §2.2.2: matching SHOULD be case sensitive. */
export function* caseProbablyMisses(context: LintContext): Iterable<Finding> {
  const written = new Set(context.rules.map(({ value }) => value));
  const capitals = [...written].filter((value) => /^\/[A-Z]/.test(value)).length;
  // On a site that capitalizes many paths, this path probably has a capital, too. Servers of .aspx pages mostly
  // ignore case.
  if (capitals > 0.2 * written.size && capitals > 1) return;
  if (context.rules.some(({ value }) => /\.aspx?\b/i.test(value))) return;
  for (const rule of context.rules) {
    if (!USUALLY_LOWER.test(rule.value) || written.has(rule.value.toLowerCase())) continue;
    if (/[A-Z]/.test(rule.value.replace(USUALLY_LOWER, ''))) continue;
    yield missingCapital(rule);
  }
}

function missingCapital({ value, span }: DocumentRecord): Finding {
  const lower = value.toLowerCase();
  return { message: `${value} does not match ${lower}: paths are case-sensitive`, span };
}
