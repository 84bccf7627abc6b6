/**
 * The interface of the npm package `robots-parser` 3, with verdicts according to RFC 9309.
 *
 * @example
 * ```ts
 * import robotsParser from '@robots-exclusion/robots-parser';
 *
 * const robots = robotsParser('https://example.com/robots.txt', 'User-agent: *\nDisallow: /private/\n');
 * robots.isAllowed('https://example.com/private/x', 'FooBot/1.0'); // false
 * robots.getMatchingLineNumber('https://example.com/private/x', 'FooBot/1.0'); // 2
 * ```
 *
 * @module
 */
import { createRobot, type Robot } from './robot.ts';

export type { Robot } from './robot.ts';

/** Options that `robots-parser` does not have. */
export interface RobotsParserOptions {
  /**
   * Reads files like `robots-parser` 3.0.1, including its deviations from RFC 9309. Use it for comparison, or to
   * migrate in two steps. {@default false}
   */
  quirks?: boolean;
}

/**
 * Reads a robots.txt.
 *
 * @param url The URL of the file; its rules apply only to this origin.
 * @param contents The text of the file; a missing text counts as an empty file.
 */
function robotsParser(url: string, contents?: string | null, options: RobotsParserOptions = {}): Robot {
  return createRobot(url, contents || '', options.quirks === true);
}

// `require` returns the function itself, as it does for `robots-parser`, which has no export named `default`.
export { robotsParser as default, robotsParser as 'module.exports' };
