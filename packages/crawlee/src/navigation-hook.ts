/** The guard as a navigation hook, for crawlers whose queue should not be wrapped. */
import type { Decision } from '@robots-exclusion/client';
import { askedUrlOf } from './asked-url.ts';
import { type CrawleeRequest, type NavigationContext, skippedState } from './crawlee-types.ts';
import type { GuardSettings } from './guard-options.ts';
import { RobotsLaterError, RobotsSkipError } from './skipped-request.ts';
import { maxLateMs } from './waiting-room.ts';

/** A hook for `preNavigationHooks`. */
export type NavigationHook = (context: NavigationContext, ..._options: unknown[]) => Promise<void>;

/** Limit on the stored turns. Crawls that end early leave unused turns, which would otherwise accumulate. */
const maxTurns = 100_000;

/**
 * Waits until the request may be made, but at most as long as a hook can wait. If the request's turn is later, the hook
 * throws a {@link RobotsLaterError}. The request then returns to the queue and keeps its turn, and no retry is counted.
 * If the request must not be made, the hook throws a {@link RobotsSkipError}. The request is then not retried, and
 * Crawlee calls `failedRequestHandler`.
 */
export function navigationHook(settings: GuardSettings): NavigationHook {
  const { client, productTokens, clock, maxHookSeconds, skipped } = settings;
  /** Instants that are reserved but not used yet, by request. */
  const turns = new Map<string, number>();

  async function end(request: CrawleeRequest, decision: Decision): Promise<never> {
    request.noRetry = true;
    request.state = skippedState;
    await skipped({ url: request.url, reason: 'robotsTxt', decision });
    throw new RobotsSkipError(decision);
  }

  async function turnOf(request: CrawleeRequest): Promise<number> {
    const kept = turns.get(keyOf(request));
    if (kept !== undefined && kept > clock.now() - maxLateMs) return kept;
    return (await client.reserve(askedUrlOf(request), { productTokens })).at;
  }

  async function comeAgain(request: CrawleeRequest, at: number, deadline: number): Promise<never> {
    if (turns.size >= maxTurns) turns.delete(turns.keys().next().value!);
    turns.set(keyOf(request), at);
    await sleepUntil(deadline, settings);
    // Crawlee counts each return as a retry, and drops a request when no retries are left.
    request.retryCount = (request.retryCount ?? 0) - 1;
    throw new RobotsLaterError(request.url, at);
  }

  return async ({ request }) => {
    const deadline = clock.now() + maxHookSeconds * 1000;
    const url = askedUrlOf(request);
    let decision = await client.check(url, { productTokens });
    while (decision.action === 'defer' && decision.retryAt! <= deadline) {
      await sleepUntil(decision.retryAt!, settings);
      decision = await client.check(url, { productTokens });
    }
    if (decision.action !== 'fetch') await end(request, decision);
    const at = await turnOf(request);
    if (at > deadline) await comeAgain(request, at, deadline);
    turns.delete(keyOf(request));
    await sleepUntil(at, settings);
  };
}

function keyOf({ id, uniqueKey, url }: CrawleeRequest): string {
  return id ?? uniqueKey ?? url;
}

/** Waits until an instant by the guard's clock. */
export async function sleepUntil(at: number, { clock }: GuardSettings): Promise<void> {
  const ms = at - clock.now();
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
