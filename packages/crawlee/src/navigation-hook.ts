/** The guard as a navigation hook, for crawlers whose queue should not be wrapped. */
import type { Decision } from '@robots-exclusion/client';
import { RobotsLaterError, RobotsSkipError } from './coverage.ts';
import { askedUrlOf, type CrawleeRequest, type NavigationContext, skippedState } from './crawlee-types.ts';
import type { GuardSettings } from './guard-options.ts';
import { maxLateMs } from './waiting-room.ts';

/** A hook for `preNavigationHooks`. */
export type NavigationHook = (context: NavigationContext, ..._options: unknown[]) => Promise<void>;

/**
 * Limit on the stored turns, and on the stored outages. Crawls that end early leave unused turns, which would otherwise
 * accumulate.
 */
const maxStored = 100_000;

/**
 * Waits until the request may be made, but at most as long as a hook can wait. If the request's turn is later, or
 * robots.txt can be read again only later, the hook throws a {@link RobotsLaterError}. The request then returns to the
 * queue and keeps its turn, and no retry is counted. If the request must not be made, or its robots.txt has been
 * unreachable for longer than `maxDeferSeconds`, the hook throws a {@link RobotsSkipError}. The request is then not retried, and
 * Crawlee calls `failedRequestHandler`.
 */
export function navigationHook(settings: GuardSettings): NavigationHook {
  const { client, productTokens, clock, maxHookSeconds, maxDeferSeconds, skipped } = settings;
  /** Instants that are reserved but not used yet, by request. */
  const turns = new Map<string, number>();
  /** When each robots.txt became unreachable, by its URL. */
  const outages = new Map<string, number>();

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

  async function comeAgain(
    request: CrawleeRequest,
    error: RobotsLaterError,
    deadline: number,
  ): Promise<never> {
    await sleepUntil(Math.min(deadline, error.at), settings);
    // Crawlee counts each return as a retry, and drops a request when no retries are left.
    request.retryCount = (request.retryCount ?? 0) - 1;
    throw error;
  }

  async function waitForRobots(request: CrawleeRequest, decision: Decision, deadline: number): Promise<void> {
    const { url, robotsUrl = url, retryAt = clock.now() } = decision;
    const since = outages.get(robotsUrl) ?? clock.now();
    store(outages, robotsUrl, since);
    if (retryAt > since + maxDeferSeconds * 1000) await end(request, decision);
    if (retryAt > deadline)
      await comeAgain(request, new RobotsLaterError(url, retryAt, 'unreachable'), deadline);
    await sleepUntil(retryAt, settings);
  }

  return async ({ request }) => {
    const deadline = clock.now() + maxHookSeconds * 1000;
    const url = askedUrlOf(request);
    let decision = await client.check(url, { productTokens });
    while (decision.action === 'defer') {
      await waitForRobots(request, decision, deadline);
      decision = await client.check(url, { productTokens });
    }
    outages.delete(decision.robotsUrl ?? url);
    if (decision.action !== 'fetch') await end(request, decision);
    const at = await turnOf(request);
    if (at > deadline) {
      store(turns, keyOf(request), at);
      await comeAgain(request, new RobotsLaterError(request.url, at, 'delay'), deadline);
    }
    turns.delete(keyOf(request));
    await sleepUntil(at, settings);
  };
}

function store(instants: Map<string, number>, key: string, at: number): void {
  if (instants.size >= maxStored && !instants.has(key)) instants.delete(instants.keys().next().value!);
  instants.set(key, at);
}

function keyOf({ id, uniqueKey, url }: CrawleeRequest): string {
  return id ?? uniqueKey ?? url;
}

/** Waits until an instant by the guard's clock. */
export async function sleepUntil(at: number, { clock }: GuardSettings): Promise<void> {
  const ms = at - clock.now();
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
