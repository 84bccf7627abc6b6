/** How much one question may hold. A door can lower a bound, never raise it. */

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
  /** Octets of a robots.txt that are read (RFC 9309 §2.5). */
  readonly maxRobotsBytes: number;
  /** Findings of one file that are listed; the answer says how many more there are. */
  readonly maxFindings: number;
  /** Regions of one comparison that are listed; the answer says how many more there are. */
  readonly maxRegions: number;
}

/** The greatest values. */
export const greatestLimits: OperationLimits = Object.freeze({
  maxUrls: 1_000_000,
  maxCrawlers: 10_000,
  maxQuestions: 1_000_000_000,
  maxUrlLength: 65_536,
  maxRobotsBytes: 64 * 1024 * 1024,
  maxFindings: 1_000_000,
  maxRegions: 1_000_000,
});

/** Characters of one name of a crawler; real User-Agent headers stay below 1,000. */
export const MAX_CRAWLER_LENGTH = 1024;
/** Product tokens of one crawler. */
export const MAX_TOKENS = 20;
/** Matching rules that a verdict lists where nothing else is asked for, and at most. */
export const DEFAULT_CANDIDATES = 20;
export const GREATEST_CANDIDATES = 1000;
