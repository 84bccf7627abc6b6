/** The guard as a navigation hook, for crawlers whose queue is not to be touched. */
import type { Decision } from '@robots-exclusion/client';
import { type CrawleeRequest, type NavigationContext, skippedState } from './crawlee-types.ts';
import type { GuardSettings } from './guard-options.ts';
import { RobotsSkipError } from './skipped-request.ts';

/** A hook for `preNavigationHooks`. */
export type NavigationHook = (context: NavigationContext, ..._options: unknown[]) => Promise<void>;

/**
 * Waits until the request may be made, at most as long as a hook can. What may not be made ends with a
 * {@link RobotsSkipError}, is not retried, and comes to `failedRequestHandler`.
 */
export function navigationHook(settings: GuardSettings): NavigationHook {
  const { client, productTokens, clock, maxHookSeconds, skipped } = settings;

  async function end(request: CrawleeRequest, decision: Decision): Promise<never> {
    request.noRetry = true;
    request.state = skippedState;
    await skipped({ url: request.url, reason: 'robotsTxt', decision });
    throw new RobotsSkipError(decision);
  }

  return async ({ request }) => {
    const deadline = clock.now() + maxHookSeconds * 1000;
    let decision = await client.check(request.url, { productTokens });
    while (decision.action === 'defer' && decision.retryAt! <= deadline) {
      await sleepUntil(decision.retryAt!, settings);
      decision = await client.check(request.url, { productTokens });
    }
    if (decision.action !== 'fetch') await end(request, decision);
    const { at } = await client.reserve(request.url, { productTokens });
    if (at > deadline) await end(request, { ...decision, allowed: false, action: 'defer', retryAt: at });
    await sleepUntil(at, settings);
  };
}

async function sleepUntil(at: number, { clock }: GuardSettings): Promise<void> {
  const ms = at - clock.now();
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
