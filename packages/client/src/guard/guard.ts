/**
 * Creates guards, which programs call before they send a request. A guard checks the rules and waits until the site's
 * Crawl-delay has passed.
 */
import type { Crawler, CrawlerProfile } from 'robots-exclusion';
import type { Use } from 'robots-exclusion/usage';
import { onAbort } from '../abort-listeners.ts';
import type { BeforeFetch, CheckOptions } from '../check-options.ts';
import type { RobotsClient } from '../client.ts';
import type { Clock } from '../clock.ts';
import type { Decision } from '../decision.ts';
import { checkedTokens, requireRange } from '../misuse.ts';
import { quote } from '../quote.ts';
import { settingsOf } from '../settings-of.ts';
import { askedUrl } from './asked-url.ts';
import { type Pass, type PassOptions, pass } from './pass.ts';
import { requireUse } from './use-guard.ts';

/** Options of {@link guard}. */
export interface GuardOptions {
  /** Overrides the client's product tokens. */
  productTokens?: string | readonly string[];
  /** The crawler's profile, used instead of product tokens. The profile's fallback tokens apply. */
  profile?: CrawlerProfile;
  /**
   * The intended use of the content. If the site disallows this use, in robots.txt or in the response, the content is
   * withheld. `search` obeys `noindex` in `X-Robots-Tag`. {@default use is not checked}
   */
  use?: Use;
  /** Whether to wait for the site's Crawl-delay. {@default true} */
  keepsDelay?: boolean;
  /**
   * The maximum wait in milliseconds. A request that would have to wait longer is rejected immediately, with
   * `ROBOTS_DEFERRED`. {@default 300000, five minutes}
   */
  maxWaitMs?: number;
  /** Called before a robots.txt is fetched, like the option of `check`. */
  beforeFetch?: BeforeFetch;
  /** The time source. {@default the client's clock} */
  clock?: Clock;
  /** Waits until the given time. {@default a timer; with a custom clock, pass a function that uses it} */
  waitUntil?: (at: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface GuardCall {
  signal?: AbortSignal;
  /**
   * For callers that do not know when the request is sent. `onPass` receives a function to call when the response has
   * begun. The site's delay counts from that call, and later requests wait for it, for at most five seconds. {@default
   * the delay counts from the time when the guard resolved}
   */
  onPass?: (answered: () => void) => void;
  /**
   * The Host header of the request, if it differs from the URL's host. The rules of the site that the header names
   * apply.
   */
  host?: string;
  /**
   * The User-Agent header of the request. The guard warns once if the header does not name the crawler whose rules are
   * checked.
   */
  userAgent?: string;
}

/** Resolves when the URL may be fetched. */
export type Guard = (url: string | URL, options?: GuardCall) => Promise<Decision>;

/** The default, which equals the time that `fetch` waits for a header. */
const defaultMaxWaitMs = 300_000;

/**
 * Creates a guard for any program that sends requests, such as a browser, an HTTP library or an agent's tool. Call the
 * guard before each request, including requests that follow a redirect.
 *
 * The guard waits until the site's Crawl-delay since the last allowed request has passed. All clients that share a
 * store keep one delay together. The guard rejects with a `GuardError` if the URL must not be fetched, or not within
 * `maxWaitMs`. If the signal is aborted, the guard rejects with the signal's reason.
 *
 * @throws {TypeError} If the client was not created by `createClient`.
 * @throws {RangeError} If `maxWaitMs` is negative or not a number.
 * @example
 * ```ts no-run=network
 * import { createClient, guard } from '@robots-exclusion/client';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://example.com/bot)' });
 * const ask = guard(client);
 * await ask('https://example.com/page');
 * ```
 */
export function guard(client: RobotsClient, options: GuardOptions = {}): Guard {
  const ask = passGuard(client, options);
  const warnOfOther = identityWarning(crawlerOf(client, options));
  return async (url, { signal, onPass, userAgent, host } = {}) => {
    if (userAgent !== undefined) warnOfOther(userAgent);
    const asked = host === undefined ? url : askedUrl(url, host);
    const { decision, sent } = await ask(asked, signal, onPass !== undefined);
    onPass?.(sent);
    return decision;
  };
}

/** A guard for callers that can report when they send the request and when the response begins. */
export function passGuard(client: RobotsClient, options: GuardOptions) {
  const passOptions = passOptionsOf(client, options);
  const { use } = options;
  const who = crawlerOf(client, options);
  return (url: string | URL, signal: AbortSignal | undefined, holdsLine = false): Promise<Pass> => {
    const asked = askedOf(options, signal);
    return pass(url, asked, { ...passOptions, holdsLine }, async () => {
      const decision = await client.check(url, asked);
      const mayFetch = decision.action === 'fetch';
      if (mayFetch && use !== undefined) await requireUse(client, decision, { use, who, signal });
      return decision;
    });
  };
}

function passOptionsOf(client: RobotsClient, options: GuardOptions): Omit<PassOptions, 'holdsLine'> {
  const settings = settingsOf(client);
  const { keepsDelay = true, maxWaitMs = defaultMaxWaitMs, clock = settings.clock } = options;
  requireRange('maxWaitMs', maxWaitMs, 0, Number.POSITIVE_INFINITY);
  const { waitUntil = timerOf(clock) } = options;
  return { client, settings, keepsDelay, maxWaitMs, clock, waitUntil };
}

/** The options for the client's methods: the crawler, the hook, and the signal. */
export function askedOf(
  { productTokens, profile, beforeFetch }: Pick<GuardOptions, 'productTokens' | 'profile' | 'beforeFetch'>,
  signal: AbortSignal | undefined,
): CheckOptions {
  return {
    ...(productTokens !== undefined && { productTokens }),
    ...(profile !== undefined && { profile }),
    ...(beforeFetch && { beforeFetch }),
    ...(signal && { signal }),
  };
}

/** The crawler in the form that the rules are compiled for: its profile or its product tokens. */
export function crawlerOf(client: RobotsClient, { productTokens, profile }: GuardOptions): Crawler {
  if (profile !== undefined) return profile;
  return productTokens === undefined ? client.productTokens : checkedTokens(productTokens, '');
}

/** The maximum delay of a Node.js timer. Longer waits use several timers. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function timerOf(clock: Clock) {
  return async (at: number, signal: AbortSignal | undefined): Promise<void> => {
    for (let left = at - clock.now(); left > 0; left = at - clock.now()) {
      await sleep(Math.min(Math.ceil(left), MAX_TIMER_MS), signal);
    }
  };
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      unlink?.();
      resolve();
    }, milliseconds);
    const unlink =
      signal &&
      onAbort(signal, () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
  });
}

/** Returns a function that warns once if a User-Agent contains none of the crawler's product tokens. */
function identityWarning(crawler: Crawler): (userAgent: string) => void {
  const tokens = tokensOf(crawler);
  let isTold = false;
  return (userAgent) => {
    const sent = userAgent.toLowerCase();
    if (isTold || tokens.some((token) => sent.includes(token.toLowerCase()))) return;
    isTold = true;
    process.emitWarning(
      `robots.txt is checked for ${tokens.join(', ')}, but the User-Agent sent is ${quote(userAgent)}: send the client's`,
      { code: 'ROBOTS_IDENTITY' },
    );
  };
}

function tokensOf(crawler: Crawler): readonly string[] {
  if (typeof crawler === 'string') return [crawler];
  return 'token' in crawler ? [crawler.token, ...crawler.fallbackTokens] : crawler;
}
