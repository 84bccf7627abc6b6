/**
 * Makes crawlers of Crawlee 3 obey robots.txt according to RFC 9309, with the records of `@robots-exclusion/client`.
 *
 * @example
 * ```ts no-run=network
 * import { createClient } from '@robots-exclusion/client';
 * import { withRobots } from '@robots-exclusion/crawlee';
 * import { CheerioCrawler } from 'crawlee';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://example.com/bot)' });
 * const crawler = new (withRobots(CheerioCrawler, { client }))({ requestHandler: async () => {} });
 * ```
 *
 * @module
 */

export {
  type NotFetched,
  type OnSkippedRequest,
  RobotsLaterError,
  RobotsSkipError,
  type SkippedRequest,
} from './coverage.ts';
export type { CrawleeRequest, NavigationContext, RequestManager } from './crawlee-types.ts';
export { createRobotsGuard, type RequestLike, type RobotsGuard } from './guard.ts';
export type { GuardClient, RobotsGuardOptions } from './guard-options.ts';
export type { NavigationHook } from './navigation-hook.ts';
export type { RobotsTxtFileLike } from './robots-txt-file.ts';
export { type CrawlerClass, type Obedient, type ObedientOptions, withRobots } from './with-robots.ts';
