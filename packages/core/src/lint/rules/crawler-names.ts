/** Rules on the names in user-agent records. */

import type { AgentIndex } from '../../agents/find-agent.ts';
import { cutToken, leadingToken } from '../../agents/resolve-crawler.ts';
import { RETIRED } from '../../agents/retired.ts';
import type { Group } from '../../parse/groups.ts';
import type { DocumentRecord } from '../../parse/records.ts';
import { inQuotes } from '../../print/printable.ts';
import { productTokens } from '../../rules/product-tokens.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { nextRecord } from '../record-names.ts';
import { hasEscapedLineEnd } from './escapes.ts';
import operators from './names-of-operators.json' with { type: 'json' };

/** RFC 9309 §2.2.1: the product token is a part of the User-Agent header. */
export function* userAgentHeader(context: LintContext): Iterable<Finding> {
  const [first, ...further] = context.recordsOf('user-agent').filter(({ value }) => isUserAgentHeader(value));
  if (!first) return;
  const [token] = productTokens(first.value);
  const named = token === undefined ? '' : `. Its product token is ${token}`;
  const also = furtherLines(further.map(({ line }) => line));
  yield { message: `No crawler matches a full User-Agent header${named}${also}`, span: first.span };
}

/** Whether the value begins like a browser's header. In any other value, crawlers find the token at its beginning. */
function isUserAgentHeader(value: string): boolean {
  return /^["']?(?:Mozilla|Opera)\/\d/i.test(value);
}

/** RFC 9309 §2.2.1: a line names one product token. */
export function* severalTokensOnOneLine(context: LintContext): Iterable<Finding> {
  for (const { value, span, valueSpan } of context.recordsOf('user-agent')) {
    const tokens = tokensOnLine(value, context.registry);
    if (tokens.length < 2) continue;
    yield {
      message: `Crawlers read at most the first name of this line, "${tokens[0]}"`,
      span,
      fixes: [
        {
          title: 'Write one line for each crawler',
          edits: [{ span: valueSpan, replacement: tokens.join(`${context.lineEnd}User-agent: `) }],
          changesVerdicts: true,
        },
      ],
    };
  }
}

const TOKEN = /^(?:\*|[A-Za-z0-9_./-]+)$/;

/**
 * The crawlers that a value lists: any names between commas or semicolons; between other separators, at least two known
 * ones, because a name may hold blanks. Empty if the value is not a list.
 */
function tokensOnLine(value: string, { byToken }: AgentIndex): readonly string[] {
  if (nextRecord(value)) return [];
  const names = value.split(/[,;][ \t]*/).filter((name) => name !== '');
  if (names.length > 1 && names.every((name) => TOKEN.test(name))) return names;
  const words = value
    .split(/[\s,;|&+]+|\/(?=[A-Za-z])/)
    .filter((word) => !/^(?:and|or|und|et|y)?$/i.test(word));
  const known = words.filter((word) => word === '*' || byToken.has(cutToken(word)));
  return known.length > 1 && words.every((word) => TOKEN.test(word)) ? words : [];
}

/** RFC 9309 §2.2.1: a product token contains only letters, `_` and `-`. */
export function* phraseAsProductToken(context: LintContext): Iterable<Finding> {
  const [first, ...further] = context
    .recordsOf('user-agent')
    .filter((record) => isPhrase(record, context.registry));
  if (!first) return;
  yield { message: `${readAs(first.value)}${others(further)}`, span: first.span };
}

/** What RFC 9309 and Google take for the product token of a value. */
function readAs(value: string): string {
  const [own, googles] = [leadingToken(value), /^[A-Za-z_-]*/.exec(value)?.[0] ?? ''];
  const named = (token: string) => (token === '' ? 'no product token' : inQuotes(token));
  const google = own === googles ? '' : `; Google reads ${named(googles)}`;
  return `Crawlers that follow RFC 9309 read ${inQuotes(value)} as ${named(own)}${google}`;
}

function others(further: readonly DocumentRecord[]): string {
  return furtherLines(further.map(({ line }) => line)).replace('(also', '(also other names');
}

/**
 * Whether the value is a phrase. Digits are common and usually work. Other rules cover leading stars, lists and headers.
 */
function isPhrase({ value }: DocumentRecord, registry: AgentIndex): boolean {
  if (value === '' || /^[*/("'`“‘]|[,;]/.test(value) || isUserAgentHeader(value)) return false;
  return (
    !/^[A-Za-z0-9_-]+\/?$/.test(value) &&
    tokensOnLine(value, registry).length === 0 &&
    !nextRecord(value) &&
    !hasEscapedLineEnd(value)
  );
}

/** RFC 9309 §2.2.1: a product token contains only letters, `_` and `-`; `*` stands alone. */
export function* unmatchableProductToken(context: LintContext): Iterable<Finding> {
  const found = new Map<Defect, DocumentRecord[]>();
  for (const record of context.recordsOf('user-agent')) {
    const defect = DEFECTS.find(({ isIn }) => isIn(record.value));
    const isElsewhere = nextRecord(record.value) || hasEscapedLineEnd(record.value);
    if (!defect || isElsewhere || /[,;]/.test(record.value)) continue;
    const known = found.get(defect);
    if (known) known.push(record);
    else found.set(defect, [record]);
  }
  for (const [{ describe }, [first, ...further]] of found) {
    if (!first) continue;
    yield {
      message: describe(first.value) + furtherLines(further.map(({ line }) => line)),
      span: first.span,
    };
  }
}

/** One reason why a value matches no crawler. */
interface Defect {
  isIn(value: string): boolean;
  describe(value: string): string;
}

/** The reasons, in order. The first that applies is reported. */
const DEFECTS: readonly Defect[] = [
  {
    isIn: (value) => value === '',
    describe: () => 'This group names no crawler, so no crawler follows it',
  },
  {
    isIn: (value) => /^["'`“‘]/.test(value),
    describe: (value) => `No crawler matches ${value} because the quotation marks are part of the value`,
  },
  {
    isIn: (value) => /^[/(]/.test(value),
    describe: (value) =>
      `${inQuotes(value)} does not begin with a product token, so no crawler follows this group`,
  },
  {
    isIn: (value) => value.startsWith('* '),
    describe: (value) => `Most parsers read only the "*" of ${inQuotes(value)}, and some match no crawler`,
  },
  {
    isIn: (value) => value.length > 1 && value.startsWith('*'),
    describe: (value) => `${inQuotes(value)} is not a wildcard pattern: "*" is special only on its own`,
  },
];

/** A misspelled name matches no crawler at all. */
export function* unknownProductToken(context: LintContext): Iterable<Finding> {
  for (const { userAgents, productTokens } of context.document.groups) {
    for (const [index, token] of productTokens.entries()) {
      const record = userAgents[index];
      const meant = isPlain(record?.value ?? '') ? context.misspeltToken(token) : undefined;
      if (!record || meant === undefined) continue;
      yield {
        message: `Unknown crawler ${token}. Did you mean ${meant}?`,
        span: record.span,
        fixes: [
          {
            title: `Write ${meant}`,
            edits: [
              {
                span: { start: record.valueSpan.start, end: record.valueSpan.start + token.length },
                replacement: meant,
              },
            ],
            changesVerdicts: true,
          },
        ],
      };
    }
  }
}

/** Whether the value is a plain token. Other rules cover all other values. */
function isPlain(value: string): boolean {
  return /^[A-Za-z0-9_.-]+(?:\/\S*)?$/.test(value);
}

/**
 * Names of companies and products, with the tokens of their crawlers from the operators' own pages. Excludes names that
 * are one typo away from a token, which `unknown-product-token` reports with a fix.
 */
const TOKENS: ReadonlyMap<string, string> = new Map(Object.entries(operators));

/** Words for "every crawler", which must be written as "*". */
const EVERYBODY: ReadonlySet<string> = new Set([
  'all',
  'any',
  'everyone',
  'everybody',
  'bot',
  'bots',
  'crawler',
  'crawlers',
  'robot',
  'robots',
  'spider',
  'spiders',
]);

/** RFC 9309 §2.2.1: a crawler looks for its own product token. */
export function* noSuchCrawler(context: LintContext): Iterable<Finding> {
  for (const { token, userAgents } of context.crawlers) {
    const name = token.toLowerCase();
    const meant = EVERYBODY.has(name) ? 'to address all crawlers, write "*"' : tokensText(TOKENS.get(name));
    const agent = context.agentOf(token);
    const isListed = agent?.sourceKind === 'third-party' && agent.fetches;
    // "Microsoft URL Control" is a single name.
    const [first, ...further] = userAgents.filter(({ value }) => value.split('/', 1)[0] === token);
    if (meant === undefined || !first || (agent && !isListed)) continue;
    // A file that names the operator's crawlers as well means this one, too.
    if (isListed && context.crawlers.some(({ token: other }) => meant.split(/[ ,]+/).includes(other)))
      continue;
    const also = furtherLines(further.map(({ line }) => line));
    const problem = isListed
      ? `${token} is known only from a third party's list`
      : `No crawler has the product token ${token}`;
    yield {
      message: `${problem}: ${meant}${also}`,
      span: first.span,
      ...(isListed && { weight: 'minor' }),
    };
  }
}

function tokensText(tokens: string | undefined): string | undefined {
  return tokens && `its operator uses ${tokens}`;
}

/** A group for a crawler that no longer exists. */
export function* retiredProductToken(context: LintContext): Iterable<Finding> {
  for (const { token, groups, userAgents } of context.crawlers) {
    const [fate, successors] = RETIRED.get(token.toLowerCase()) ?? [];
    if (!fate || !userAgents[0] || groups.every((group) => namesAnother(group, successors))) continue;
    yield { message: `${token} is retired: ${fate}`, span: userAgents[0].span };
  }
}

/** Whether the group also names a successor, or without a successor any crawler in use: it misses nobody then. */
function namesAnother({ productTokens }: Group, successors: readonly string[] = []): boolean {
  const tokens = productTokens.map((token) => token.toLowerCase());
  return successors.length > 0
    ? tokens.some((token) => successors.includes(token))
    : tokens.some((token) => !RETIRED.has(token));
}

/** What operators say about their own crawlers. */
const SAYS = {
  no: 'its operator says that it does not obey robots.txt',
  'user-triggered': 'its operator says that it may ignore robots.txt if a person requests the page',
} as const;

/** RFC 9309 §1: the rules are not a form of access authorization. */
export function* mayNotObey(context: LintContext): Iterable<Finding> {
  for (const { token, userAgents } of context.crawlers) {
    const { obeys, source } = context.agentOf(token) ?? {};
    if ((obeys !== 'no' && obeys !== 'user-triggered') || context.ruleSetOf(token).allows('/')) continue;
    yield {
      message: `${token} may still fetch the site: ${SAYS[obeys]} (${source})`,
      span: (userAgents[0] as DocumentRecord).span,
    };
  }
}
