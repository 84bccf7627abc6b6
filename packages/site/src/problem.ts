/** What is wrong with a site's robots.txt. */

/** Something that fails the build, or a warning. */
export interface SiteProblem {
  /**
   * A lint rule's code, or `site-closed`, `crawler-shut-out`, `search-shut-out`, `escaped-line-end`,
   * `test-failed`, `deployed-unreachable`.
   */
  readonly code: string;
  readonly message: string;
  /** In the production file, counted from 1. */
  readonly line?: number;
  /** A warning is printed and does not fail the build. */
  readonly isWarning: boolean;
}

/** One line for people: `robots.txt:3: message (code)`. */
export function problemText({ code, message, line }: SiteProblem): string {
  return `robots.txt${line === undefined ? '' : `:${line}`}: ${message} (${code})`;
}
