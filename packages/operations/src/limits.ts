/** Limits on one query. An interface can lower a limit but never raise it. */

/** The limits on one query. */
export interface OperationLimits {
  /** Limit on the number of URLs in a query. */
  readonly maxUrls: number;
  /** Limit on the number of crawlers in a query. */
  readonly maxCrawlers: number;
  /** Limit on the number of URLs times the number of crawlers. */
  readonly maxQuestions: number;
  /** Limit on the characters of a URL. */
  readonly maxUrlLength: number;
  /** Limit on the octets read from a robots.txt (RFC 9309 §2.5). */
  readonly maxRobotsBytes: number;
  /** Limit on the findings listed per file. The answer contains the number of omitted ones. */
  readonly maxFindings: number;
  /** Limit on the regions listed per comparison. The answer contains the number of omitted ones. */
  readonly maxRegions: number;
}

/** The maximum values. */
export const greatestLimits: OperationLimits = Object.freeze({
  maxUrls: 1_000_000,
  maxCrawlers: 10_000,
  maxQuestions: 1_000_000_000,
  maxUrlLength: 65_536,
  maxRobotsBytes: 64 * 1024 * 1024,
  maxFindings: 1_000_000,
  maxRegions: 1_000_000,
});

/**
 * Whether work of this worst-case cost, in nanoseconds, may run in the thread that receives questions. 20 ms is the time
 * that reading the largest question takes.
 */
export function isCheap(nanoseconds: number): boolean {
  return nanoseconds <= 20_000_000;
}

/** Limit on the number of crawlers in an untrusted query. Every purpose in the registry has fewer crawlers. */
export const MAX_CRAWLERS = 100;
/** Limit on the characters of a crawler's name. Real User-Agent headers have fewer than 1,000. */
export const MAX_CRAWLER_LENGTH = 1024;
/** Limit on the product tokens of one crawler. */
export const MAX_TOKENS = 20;
/** Limit on the purpose tokens of a query, besides the known ones. */
export const MAX_PURPOSE_TOKENS = 20;
/** The default number of matching rules that a verdict lists. The next constant is the maximum. */
export const DEFAULT_CANDIDATES = 20;
export const GREATEST_CANDIDATES = 1000;
