/** Asks before a request: the rules, then the site's next slot, then the rules again if that took a while. */
import type { Crawler, CrawlerProfile } from 'robots-exclusion';
import type { Use } from 'robots-exclusion/usage';
import { abortError } from '../abort.ts';
import { onAbort } from '../abort-listeners.ts';
import type { BeforeFetch, CheckOptions } from '../check-options.ts';
import type { RobotsClient } from '../client.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Decision } from '../decision.ts';
import { checkedTokens } from '../misuse.ts';
import { refusalOf } from './guard-error.ts';
import { requireUse } from './use-guard.ts';

/** Options of {@link guard}. */
export interface GuardOptions {
  /** Instead of the client's. */
  productTokens?: string | readonly string[];
  /** Instead of product tokens: the crawler's profile, with its fallbacks. */
  profile?: CrawlerProfile;
  /**
   * What the content is for. What the site disallows for it, in robots.txt or in the response, is not handed over;
   * `search` obeys `noindex` in `X-Robots-Tag`. {@default nothing is asked about use}
   */
  use?: Use;
  /** Wait for the site's Crawl-delay. {@default true} */
  keepsDelay?: boolean;
  /** As of a check: called before a robots.txt is fetched. */
  beforeFetch?: BeforeFetch;
  /** The clock of the client, where it has one of its own. {@default the system's} */
  clock?: Clock;
  /** Waits until an instant. {@default a timer; with a clock handed in, hand in what waits by it} */
  waitUntil?: (at: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** Resolves when the URL may be fetched, now. */
export type Guard = (url: string | URL, options?: { signal?: AbortSignal }) => Promise<Decision>;

/**
 * A guard for whatever makes requests: a browser, an HTTP library, a tool of an agent. Ask it before each request, those
 * that follow redirects included.
 *
 * It waits for the slot of the site that its Crawl-delay leaves; slots are shared by all clients on the same store. It
 * rejects with a `GuardError` where the URL must not be fetched, or not now.
 *
 * @example
 * ```ts no-run
 * import { createClient, guard } from '@robots-exclusion/client';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://example.com/bot)' });
 * const ask = guard(client);
 * await ask('https://example.com/page');
 * ```
 */
export function guard(client: RobotsClient, options: GuardOptions = {}): Guard {
  const { use, keepsDelay = true, clock = systemClock, waitUntil = timerOf(clock) } = options;
  const who = crawlerOf(client, options);
  return async (url, { signal } = {}) => {
    const asked = askedOf(options, signal);
    const first = await allowed(client, url, asked);
    if (use !== undefined) await requireUse(client, first, { use, who, signal });
    if (!keepsDelay) return first;
    const slot = await client.reserve(url, asked);
    if (slot.at <= clock.now()) return first;
    await waitUntil(slot.at, signal).catch((error) => {
      slot.giveBack?.();
      throw error;
    });
    // Rules may have changed or expired meanwhile.
    const second = await allowed(client, url, asked);
    if (use !== undefined) await requireUse(client, second, { use, who, signal });
    return second;
  };
}

async function allowed(client: RobotsClient, url: string | URL, asked: CheckOptions): Promise<Decision> {
  const decision = await client.check(url, asked);
  if (decision.action === 'fetch') return decision;
  throw refusalOf(decision);
}

/** Who asks, as the client's calls take it. */
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

/** Who asks, as rules are looked up. */
export function crawlerOf(client: RobotsClient, { productTokens, profile }: GuardOptions): Crawler {
  if (profile !== undefined) return profile;
  return productTokens === undefined ? client.productTokens : checkedTokens(productTokens, '');
}

/** Timers of Node end after 2^31 ms; longer waits are made of several. */
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
    if (signal?.aborted) return reject(abortError(signal));
    const timer = setTimeout(() => {
      unlink?.();
      resolve();
    }, milliseconds);
    const unlink =
      signal &&
      onAbort(signal, () => {
        clearTimeout(timer);
        reject(abortError(signal));
      });
  });
}
