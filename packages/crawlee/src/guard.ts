/** The guard, which applies one client's decisions through the interfaces of Crawlee. */

import type { NotFetched } from './coverage.ts';
import { askedUrlOf, type CrawleeRequest, type RequestManager } from './crawlee-types.ts';
import { type GuardSettings, guardSettings, type RobotsGuardOptions } from './guard-options.ts';
import { managed } from './managed.ts';
import { type NavigationHook, navigationHook } from './navigation-hook.ts';
import { redirectHook } from './redirect-hook.ts';
import { type RobotsTxtFileLike, robotsTxtFile } from './robots-txt-file.ts';

/** An item for `filter`, which returns it unchanged. */
export type RequestLike = string | { url?: string; headers?: Record<string, string> };

/**
 * Makes standard crawlers obey robots.txt. Use either `manage` or `preNavigationHook`, not both, because each reserves
 * an instant for every request.
 */
export interface RobotsGuard {
  /**
   * Wraps a request queue so that it hands out only requests that may be made now. Pass the result as the option
   * `requestQueue` of any crawler. Disallowed requests are marked as handled and reported; waiting requests do not
   * block others.
   */
  manage<Manager extends RequestManager>(manager: Manager): Manager;
  /** A hook for `preNavigationHooks`, if you do not want to wrap the queue. */
  preNavigationHook: NavigationHook;
  /**
   * With `manage`, the last hook for `preNavigationHooks`. It enforces the delay at the time when a request is sent. In
   * HTTP crawlers, it also checks redirects before they are followed. `preNavigationHook` includes it.
   */
  redirectHook: NavigationHook;
  /** Counts of the requests that were not made so far, by reason. */
  readonly notFetched: Readonly<NotFetched>;
  /**
   * Returns the requests that may be made now or later, and reports the others. Fetches robots.txt if
   * necessary.
   */
  filter<Request extends RequestLike>(
    requests: Iterable<Request> | AsyncIterable<Request>,
  ): AsyncGenerator<Request>;
  /** Crawlee's `RobotsTxtFile` for a URL, for `enqueueLinks({ robotsTxtFile })`. */
  robotsTxtFile(url: string): Promise<RobotsTxtFileLike>;
  /** Returns waiting requests to their managed queues. Call it when a crawler has ended early. */
  release(): Promise<void>;
}

/**
 * Makes a guard for Crawlee.
 *
 * @throws {TypeError} If there is no client.
 * @throws {RangeError} If a number is out of range.
 * @example
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://example.com/bot)' });
 * const robots = createRobotsGuard({ client, onSkippedRequest: ({ url, decision }) => console.log(url, decision.policyRow) });
 * const crawler = new CheerioCrawler({ requestQueue: robots.manage(await RequestQueue.open()), requestHandler });
 */
export function createRobotsGuard(options: RobotsGuardOptions): RobotsGuard {
  return guardOf(guardSettings(options));
}

export function guardOf(settings: GuardSettings): RobotsGuard {
  const { client, productTokens, skipped } = settings;
  const wait = navigationHook(settings);
  const redirects = redirectHook(settings);
  const releases: (() => Promise<void>)[] = [];
  return {
    manage(manager) {
      const { manager: guarded, release } = managed(manager, settings);
      releases.push(release);
      return guarded;
    },
    async preNavigationHook(context, ...options) {
      await wait(context, ...options);
      await redirects(context, ...options);
    },
    redirectHook: redirects,
    notFetched: settings.coverage.notFetched,
    async *filter(requests) {
      for await (const request of requests) {
        const url = urlOf(request);
        const { headers } = typeof request === 'string' ? {} : request;
        const asked = headers === undefined ? url : askedUrlOf({ url, headers });
        const decision = await client.check(asked, { productTokens });
        if (decision.action !== 'skip') yield request;
        else await skipped({ url, reason: 'robotsTxt', decision });
      }
    },
    async robotsTxtFile(url) {
      const record = await client.robots(url, { productTokens });
      return robotsTxtFile(record, { productTokens, whileUnreachable: false });
    },
    async release() {
      for (const release of releases) await release();
    },
  };
}

function urlOf(request: RequestLike | CrawleeRequest): string {
  const url = typeof request === 'string' ? request : request?.url;
  if (typeof url === 'string') return url;
  throw new TypeError(`Cannot filter "${String(url)}": expected a URL, or a request with one`);
}
