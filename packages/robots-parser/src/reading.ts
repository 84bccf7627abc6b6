/** The interface between the robot and the two ways of reading. */

/** The rule that decides about a URL. */
export interface DecidingRule {
  isAllow: boolean;
  /** Counted from 1; undefined for a rule that was added without one. */
  line: number | undefined;
}

/** One way to read a robots.txt. */
export interface Reading {
  /** Sitemap values in file order. */
  sitemaps: string[];
  /** The last Host value, in lower case. */
  host: string | null;
  isAllowed(url: URL, userAgent: string): boolean;
  /** A group names the crawler itself; `*` does not. */
  isNamed(userAgent: string): boolean;
  /** Undefined where no rule decides. */
  decidingRule(url: URL, userAgent: string): DecidingRule | undefined;
  crawlDelay(userAgent: string): number | undefined;
  addRule(userAgents: readonly string[], pattern: string, isAllow: boolean, line?: number): void;
  setCrawlDelay(userAgents: readonly string[], delay: string | number): void;
}
