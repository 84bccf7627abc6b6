/**
 * SQL functions that return verdicts: text and numbers in, text and numbers out, NULL for NULL. `robots sql` registers
 * them in DuckDB, SQLite uses them directly, and the scripts for BigQuery and Snowflake contain them.
 *
 * @example
 * ```ts
 * import { sqlFunctions } from 'robots-exclusion/sql';
 *
 * const { robots_allowed, robots_line } = sqlFunctions();
 * robots_allowed('User-agent: *\nDisallow: /x\n', 'FooBot', 'https://example.com/x'); // false
 * robots_line('User-agent: *\nDisallow: /x\n', 'FooBot', 'https://example.com/x'); // 2
 * robots_allowed(null, 'FooBot', '/x'); // null
 * ```
 *
 * @module
 */
import { type AgentIndex, namesPurpose, type ResolvedCrawler, resolveCrawler } from './agents/index.ts';
import { quote } from './bytes/quote.ts';
import { isOctets } from './bytes/utf-8.ts';
import { compile } from './engine/compile.ts';
import { judge } from './explain/explain.ts';
import type { Dialect } from './parse/dialect.ts';
import type { RobotsDocument } from './parse/document.ts';
import { DEFAULT_MAX_BYTES } from './parse/limits.ts';
import { parse } from './parse/parse.ts';
import type { Crawler } from './rules/crawler-profile.ts';
import type { RuleSet } from './rules/rule-set.ts';
import { summaryOf } from './sql-summary.ts';
import { usageReport } from './usage/usage-report.ts';
import { USES } from './usage/uses.ts';

/** A robots.txt from a column: text, octets exactly as served, or NULL. */
export type SqlBody = string | Uint8Array | null | undefined;

/** A text column, or NULL. */
export type SqlText = string | null | undefined;

/** Options for all calls. */
export interface SqlOptions {
  /** Whether to treat names as plain product tokens and to ignore the crawler registry. @default {false} */
  literal?: boolean;
  /**
   * The dialect in which files are read. Setting it implies `literal`, because parsers know only tokens. @default
   * {rfc9309}
   */
  dialect?: Dialect;
  /** The registry in which names of crawlers are looked up. Default: the known crawlers. */
  registry?: AgentIndex;
  /**
   * Called before a query about a crawler, at least once for each name. If it throws, the SQL function throws the same
   * error.
   */
  onCrawler?: (crawler: ResolvedCrawler) => void;
}

/**
 * The functions by their SQL names. Each returns NULL if an argument is NULL or there is no result. The most recent
 * file stays parsed, together with the rules of its crawlers. For speed, sort the rows by file, or call all functions
 * for a row in one query.
 */
export interface SqlFunctions {
  /** Whether the crawler may fetch the URL (RFC 9309 §2.2); NULL if `url` is neither an absolute URL nor a path. */
  robots_allowed(robots: SqlBody, agent: SqlText, url: SqlText): boolean | null;
  /** The line that decides, counted from 1; NULL if no rule decides. */
  robots_line(robots: SqlBody, agent: SqlText, url: SqlText): number | null;
  /**
   * The site's statements about each use of the URL, as JSON:
   * `{"search":"unknown","ai-training":"disallow","ai-input":"unknown","text-and-data-mining":"unknown"}`; the values
   * are `allow`, `disallow`, `unknown` and `not-applicable`, as in `usageReport`.
   */
  robots_usage(robots: SqlBody, agent: SqlText, url: SqlText): string | null;
  /** A summary of the file for all crawlers, as JSON. */
  robots_summary(robots: SqlBody): string | null;
}

/** The maximum number of cached crawlers per file, and of cached names. A query rarely uses more at a time. */
const MOST_KEPT = 1_000;

/**
 * The SQL functions, with a shared cache of one file.
 *
 * @throws {TypeError} Each function throws it if an argument is neither NULL nor of the right type.
 * @throws {RangeError} Each function throws it if the crawler is `registry:PURPOSE`, which stands for several
 *   crawlers.
 * @example
 * ```ts
 * import { sqlFunctions } from 'robots-exclusion/sql';
 *
 * const { robots_allowed } = sqlFunctions({ literal: true });
 * robots_allowed('User-agent: Googlebot\nDisallow: /\n', 'Googlebot-Image', '/'); // true
 * ```
 */
export function sqlFunctions(options: SqlOptions = {}): SqlFunctions {
  const files = new LastFile(options);
  return {
    robots_allowed(robots, agent, url) {
      if (!areGiven('robots_allowed', robots, agent, url)) return null;
      return orNull(() => files.allows(robots!, agent!, url!));
    },
    robots_line(robots, agent, url) {
      if (!areGiven('robots_line', robots, agent, url)) return null;
      return orNull(() => judge(files.rules(robots!, agent!), url!).rule?.line ?? null);
    },
    robots_usage(robots, agent, url) {
      if (!areGiven('robots_usage', robots, agent, url)) return null;
      return orNull(() => usageOf(files.document(robots!), files.crawler(agent!), url!));
    },
    robots_summary(robots) {
      if (!areGiven('robots_summary', robots)) return null;
      return JSON.stringify(summaryOf(files.document(robots!)));
    },
  };
}

/** A cache of the last file, because queries about one file usually follow each other. */
class LastFile {
  readonly #options: SqlOptions;
  readonly #crawlers = new Map<string, Crawler>();
  readonly #rules = new Map<string, RuleSet>();
  #robots: string | Uint8Array | undefined;
  #document: RobotsDocument | undefined;

  constructor(options: SqlOptions) {
    this.#options = options;
  }

  document(robots: string | Uint8Array): RobotsDocument {
    if (this.#document !== undefined && isSame(this.#robots, robots)) return this.#document;
    this.#rules.clear();
    // Copies the octets, because engines may reuse the memory of a row.
    this.#robots = typeof robots === 'string' ? robots : robots.slice(0, DEFAULT_MAX_BYTES + 2);
    const { dialect } = this.#options;
    this.#document = parse(this.#robots, dialect && { dialect });
    return this.#document;
  }

  /** Whether the crawler may fetch the URL; NULL if the implementation that the dialect describes fails. */
  allows(robots: string | Uint8Array, agent: string, url: string): boolean | null {
    const rules = this.rules(robots, agent);
    if (this.#options.dialect === undefined) return rules.allows(url);
    const { allowed, because } = judge(rules, url);
    return because === 'unreadable' ? null : allowed;
  }

  rules(robots: string | Uint8Array, agent: string): RuleSet {
    const document = this.document(robots);
    return kept(this.#rules, agent, () => compile(document, this.crawler(agent)));
  }

  crawler(agent: string): Crawler {
    const { dialect, literal = dialect !== undefined, registry, onCrawler } = this.#options;
    return kept(this.#crawlers, agent, () => {
      if (namesPurpose(agent)) {
        throw new RangeError(
          `The crawler is ${quote(agent)}, which stands for several: expected one, such as 'GPTBot'; join with a table of names to query more`,
        );
      }
      const crawler = resolveCrawler(agent, { literal }, registry);
      onCrawler?.(crawler);
      return crawler.who;
    });
  }
}

function kept<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const found = values.get(key);
  if (found !== undefined) return found;
  if (values.size >= MOST_KEPT) values.clear();
  const value = make();
  values.set(key, value);
  return value;
}

function isSame(last: string | Uint8Array | undefined, robots: string | Uint8Array): boolean {
  if (typeof robots === 'string' || typeof last !== 'object') return last === robots;
  return last.length === robots.length && last.every((octet, at) => octet === robots[at]);
}

/** Whether no argument is NULL. */
function areGiven(name: string, robots: unknown, ...texts: readonly unknown[]): boolean {
  if (!isNull(robots) && typeof robots !== 'string' && !isOctets(robots)) {
    throw new TypeError(`${name}: the robots.txt is ${quote(robots)}, expected text or octets`);
  }
  for (const [at, text] of texts.entries()) {
    if (isNull(text) || typeof text === 'string') continue;
    throw new TypeError(`${name}: the ${at === 0 ? 'crawler' : 'URL'} is ${quote(text)}, expected text`);
  }
  return ![robots, ...texts].some(isNull);
}

function isNull(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Answers a query; returns NULL if its URL is invalid. No other part of the query can be invalid here. */
function orNull<Value>(answer: () => Value): Value | null {
  try {
    return answer();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function usageOf(document: RobotsDocument, who: Crawler, url: string): string {
  const { uses } = usageReport(document, who, url);
  return JSON.stringify(Object.fromEntries(USES.map((use) => [use, uses[use].preference])));
}
