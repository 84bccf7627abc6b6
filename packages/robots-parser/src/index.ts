/**
 * The interface of npm's `robots-parser` 3, answered by RFC 9309.
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

/** Settings that `robots-parser` does not have. */
export interface RobotsParserOptions {
  /**
   * Read as `robots-parser` 3.0.1 does, including its departures from RFC 9309: for comparison, or for migrating in
   * two steps. {@default false}
   */
  quirks?: boolean;
}

/**
 * Reads a robots.txt.
 *
 * @param url Where it was found; rules hold for this origin alone.
 * @param contents Its text; nothing counts as an empty file.
 */
function robotsParser(url: string, contents?: string | null, options: RobotsParserOptions = {}): Robot {
  return createRobot(url, contents || '', options.quirks === true);
}

// `require` gives the function itself, as it does for the original, which has no `default`.
export { robotsParser as default, robotsParser as 'module.exports' };
