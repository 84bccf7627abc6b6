/**
 * The verdicts as functions of SQL: text and numbers in, text and numbers out, NULL for NULL. They are what
 * `robots sql` registers in DuckDB, what SQLite takes as they are, and what the scripts for BigQuery and Snowflake hold.
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
import type { RobotsDocument } from './parse/document.ts';
import { DEFAULT_MAX_BYTES } from './parse/limits.ts';
import { parse } from './parse/parse.ts';
import type { Crawler } from './rules/crawler-profile.ts';
import type { RuleSet } from './rules/rule-set.ts';
import { summaryOf } from './sql-summary.ts';
import { usageReport } from './usage/usage-report.ts';
import { USES } from './usage/uses.ts';

/** A robots.txt as a column holds it: text, or octets exactly as they were served; NULL. */
export type SqlBody = string | Uint8Array | null | undefined;

/** A text column; NULL. */
export type SqlText = string | null | undefined;

/** What holds for all calls. */
export interface SqlOptions {
  /** Take product tokens as written, whatever is known of the crawlers. @default {false} */
  literal?: boolean;
  /** Where names of crawlers are looked up. Default: the known ones. */
  registry?: AgentIndex;
  /** Called for a crawler before it is asked about, at least once for each name. What it throws, the function throws. */
  onCrawler?: (crawler: ResolvedCrawler) => void;
}

/**
 * The functions by their names in SQL. Each answers NULL if an argument is NULL, and where there is no answer. The last
 * file is kept parsed, with its rules for the crawlers that were asked about: sort by the file, or ask all questions
 * about a row in one query.
 */
export interface SqlFunctions {
  /** Whether the crawler may fetch the URL (RFC 9309 §2.2); NULL if `url` is neither an absolute URL nor a path. */
  robots_allowed(robots: SqlBody, agent: SqlText, url: SqlText): boolean | null;
  /** The line that decides, counted from 1; NULL where no rule does. */
  robots_line(robots: SqlBody, agent: SqlText, url: SqlText): number | null;
  /**
   * What the site states about each use of the URL, as JSON:
   * `{"search":"unknown","ai-training":"disallow","ai-input":"unknown","text-and-data-mining":"unknown"}`; the values
   * are `allow`, `disallow`, `unknown` and `not-applicable`, as in `usageReport`.
   */
  robots_usage(robots: SqlBody, agent: SqlText, url: SqlText): string | null;
  /** What is in the file, whoever asks, as JSON. */
  robots_summary(robots: SqlBody): string | null;
}

/** Crawlers of one file, and names of crawlers, that are kept: nobody studies more of them at a time. */
const MOST_KEPT = 1_000;

/**
 * The four functions, with one file kept between them.
 *
 * @throws {TypeError} A function does, if an argument is neither of its type nor NULL.
 * @throws {RangeError} A function does, if the crawler is `registry:PURPOSE`, which stands for several.
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
      return orNull(() => files.rules(robots!, agent!).allows(url!));
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

/** Questions about one file come together: the last one is kept. */
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
    // An engine may use the memory of a row again.
    this.#robots = typeof robots === 'string' ? robots : robots.slice(0, DEFAULT_MAX_BYTES + 2);
    this.#document = parse(this.#robots);
    return this.#document;
  }

  rules(robots: string | Uint8Array, agent: string): RuleSet {
    const document = this.document(robots);
    return kept(this.#rules, agent, () => compile(document, this.crawler(agent)));
  }

  crawler(agent: string): Crawler {
    const { literal = false, registry, onCrawler } = this.#options;
    return kept(this.#crawlers, agent, () => {
      if (namesPurpose(agent)) {
        throw new RangeError(
          `The crawler is ${quote(agent)}, which stands for several: expected one, such as 'GPTBot'; join with a table of names to ask about more`,
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

/** The only thing in a question that its content can make invalid is its URL. */
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
