/** Problems in a site's robots.txt. */

/** A problem that fails the build, or a warning. */
export interface SiteProblem {
  /**
   * A lint rule's code, or `site-closed`, `crawler-shut-out`, `search-shut-out`, `escaped-line-end`,
   * `test-failed`, `deployed-unreachable`.
   */
  readonly code: string;
  readonly message: string;
  /** The line in the production file, counted from 1. */
  readonly line?: number;
  /** Whether the problem is only a warning. Warnings are printed and do not fail the build. */
  readonly isWarning: boolean;
}

/** Formats a problem as one line for people: `robots.txt:3: message (code)`. */
export function problemText({ code, message, line }: SiteProblem): string {
  return `robots.txt${line === undefined ? '' : `:${line}`}: ${message} (${code})`;
}
