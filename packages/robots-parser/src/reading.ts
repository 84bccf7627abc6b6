/** The common interface of the two ways to read a file. */

export interface DecidingRule {
  isAllow: boolean;
  /** The line number, counted from 1; undefined if the rule was added without a line number. */
  line: number | undefined;
}

export interface Reading {
  /** Sitemap values in file order. */
  sitemaps: string[];
  /** The last Host value, in lower case. */
  host: string | null;
  isAllowed(url: URL, userAgent: string): boolean;
  /** Whether a group names the crawler itself; `*` does not count. */
  isNamed(userAgent: string): boolean;
  /** The deciding rule; undefined if no rule decides. */
  decidingRule(url: URL, userAgent: string): DecidingRule | undefined;
  crawlDelay(userAgent: string): number | undefined;
  addRule(userAgents: readonly string[], pattern: string, isAllow: boolean, line?: number): void;
  setCrawlDelay(userAgents: readonly string[], delay: string | number): void;
}
