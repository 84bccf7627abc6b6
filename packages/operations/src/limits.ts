/** Limits of one question. An interface can lower a limit, never raise it. */

/** Bounds of one question. */
export interface OperationLimits {
  /** URLs of one question. */
  readonly maxUrls: number;
  /** Crawlers of one question. */
  readonly maxCrawlers: number;
  /** URLs times crawlers. */
  readonly maxQuestions: number;
  /** Characters of a URL. */
  readonly maxUrlLength: number;
  /** Octets of a robots.txt to read (RFC 9309 §2.5). */
  readonly maxRobotsBytes: number;
  /** Limit on the findings listed per file; the answer says how many more there are. */
  readonly maxFindings: number;
  /** Limit on the regions listed per comparison; the answer says how many more there are. */
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

/** Limit on the crawlers of a question from elsewhere: every purpose of the registry has fewer. */
export const MAX_CRAWLERS = 100;
/** Limit on the characters of a crawler's name; real User-Agent headers have fewer than 1,000. */
export const MAX_CRAWLER_LENGTH = 1024;
/** Limit on the product tokens of one crawler. */
export const MAX_TOKENS = 20;
/** Matching rules that a verdict lists by default, and at most. */
export const DEFAULT_CANDIDATES = 20;
export const GREATEST_CANDIDATES = 1000;
