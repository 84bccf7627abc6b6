/**
 * Reads a file according to RFC 9309. Rules that the program adds later are appended as further groups to the file's
 * text, so that one document contains all rules.
 */
import {
  compile,
  type DocumentRecord,
  explain,
  parse,
  type RobotsDocument,
  type RuleSet,
} from 'robots-exclusion';
import { crawlDelay } from 'robots-exclusion/records';
import type { Reading } from './reading.ts';

/** Limit on cached rule sets, one per User-Agent; a crawler uses one or two. */
const MAX_RULE_SETS = 64;

interface Addition {
  userAgent: string;
  record: string;
  /** The line number of the rule; undefined if none was passed. */
  line: number | undefined;
}

/**
 * The number of lines that an addition takes: the user-agent line, the record, and an empty rule. The empty rule makes
 * the next user-agent line begin a new group.
 */
const LINES_PER_ADDITION = 3;

/**
 * Parses the text now. After rules were added, parses it again only at the next query, so that adding many rules in a
 * row costs one parse.
 */
export function readStrict(contents: string): Reading {
  const own = parse(contents);
  const ownLines = countLines(own.octets);
  const additions: Addition[] = [];
  const ruleSets = new Map<string, RuleSet>();
  let extended: RobotsDocument | undefined = own;
  const current = (): RobotsDocument => {
    extended ??= extend(own, additions);
    return extended;
  };
  const add = (userAgent: string, record: string, line?: number): void => {
    additions.push({ userAgent, record, line });
    extended = undefined;
    ruleSets.clear();
  };
  const rulesFor = (userAgent: string): RuleSet => {
    const rules = ruleSets.get(userAgent) ?? compile(current(), userAgent);
    if (ruleSets.size >= MAX_RULE_SETS) ruleSets.clear();
    ruleSets.set(userAgent, rules);
    return rules;
  };
  return {
    sitemaps: valuesOf(own, 'sitemap'),
    host: valuesOf(own, 'host').at(-1)?.toLowerCase() ?? null,
    isAllowed: (url, userAgent) => rulesFor(userAgent).allows(url),
    isNamed: (userAgent) => {
      const { group } = explain(rulesFor(userAgent), '/');
      return group !== undefined && (userAgent === '*' || !group.productTokens.includes('*'));
    },
    decidingRule: (url, userAgent) => {
      const { rule } = explain(rulesFor(userAgent), url);
      if (rule === undefined) return undefined;
      const addition = additions[Math.floor((rule.line - ownLines - 1) / LINES_PER_ADDITION)];
      return { isAllow: rule.kind === 'allow', line: addition ? addition.line : rule.line };
    },
    crawlDelay: (userAgent) => crawlDelay(current(), userAgent)?.seconds,
    addRule: (userAgents, pattern, isAllow, line) => {
      const record = `${isAllow ? 'Allow' : 'Disallow'}: ${encodeBreaks(pattern ?? '')}`;
      for (const userAgent of userAgents) add(userAgent, record, line);
    },
    setCrawlDelay: (userAgents, delay) => {
      for (const userAgent of userAgents) add(userAgent, `Crawl-delay: ${encodeBreaks(String(delay))}`);
    },
  };
}

function extend({ octets }: RobotsDocument, additions: readonly Addition[]): RobotsDocument {
  const text = additions
    .map(({ userAgent, record }) => `\nUser-agent: ${encodeBreaks(userAgent)}\n${record}\nDisallow:`)
    .join('');
  const whole = Buffer.concat([octets, Buffer.from(text)]);
  // The size limit has already been applied to the file's own text, and does not apply to additions.
  return parse(whole, { maxBytes: whole.length + 1 });
}

/**
 * Counts the lines of the text, including a last line without a line end. The first addition begins on the line after
 * them.
 */
function countLines(octets: Uint8Array): number {
  const text = `${Buffer.from(octets).toString('latin1')}\n`;
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/**
 * Escapes white space, control characters and `#`, which could be read as syntax. In a pattern, the escapes match the
 * same URLs.
 */
function encodeBreaks(value: string): string {
  return value.replace(/[\s\x00-\x1f#]/g, encodeURIComponent);
}

function valuesOf({ records }: RobotsDocument, wanted: DocumentRecord['kind']): string[] {
  return records.filter(({ kind, value }) => kind === wanted && value !== '').map(({ value }) => value);
}
