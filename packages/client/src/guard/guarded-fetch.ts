/** `fetch` that asks first: before each hop, redirects included. */
import type { RobotsClient } from '../client.ts';
import { crawlerOf, type GuardOptions, guard } from './guard.ts';
import { type Hop, nextHop, readRequest } from './hops.ts';
import { requireUse } from './use-guard.ts';

/** Options of {@link guardedFetch}. */
export interface GuardedFetchOptions extends GuardOptions {
  /** Makes the requests. {@default the global one} */
  fetch?: typeof globalThis.fetch;
  /** Redirects that are followed. {@default 20, as fetch} */
  maxRedirects?: number;
  /** Signs a hop, or changes it otherwise; called after the guard, for each hop anew. */
  sign?: (url: string, init: RequestInit) => RequestInit | Promise<RequestInit>;
}

/**
 * A function like `fetch` that obeys robots.txt. Each hop is asked about before it is requested, waits for the slot that
 * the site's Crawl-delay leaves, and names the client's User-Agent unless the call sets another. Where the rules forbid a
 * hop, the promise rejects with a `GuardError`: `ROBOTS_DISALLOWED`, `ROBOTS_DEFERRED` with `retryAt`, or
 * `ROBOTS_USE_DISALLOWED`; network errors are those of `fetch`.
 *
 * @throws {RangeError} If `maxRedirects` is not a whole number from 0.
 * @example
 * ```ts no-run
 * import { createClient, guardedFetch } from '@robots-exclusion/client';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://example.com/bot)' });
 * const fetch = guardedFetch(client, { use: 'ai-training' });
 * const response = await fetch('https://example.com/page');
 * ```
 */
export function guardedFetch(
  client: RobotsClient,
  options: GuardedFetchOptions = {},
): typeof globalThis.fetch {
  const { maxRedirects = 20, use, sign = (_, init) => init } = options;
  if (!Number.isSafeInteger(maxRedirects) || maxRedirects < 0) {
    throw new RangeError(`Cannot use maxRedirects ${String(maxRedirects)}: expected a whole number from 0`);
  }
  const ask = guard(client, options);
  const who = crawlerOf(client, options);
  const send = options.fetch ?? globalThis.fetch;

  async function request(hop: Hop, signal: AbortSignal | undefined): Promise<Response> {
    const decision = await ask(hop.url, signal && { signal });
    const headers = new Headers(hop.init.headers);
    if (!headers.has('user-agent')) headers.set('user-agent', client.userAgent);
    const init = await sign(hop.url, { ...hop.init, headers, redirect: 'manual' });
    const response = await send(hop.url, { ...init, redirect: 'manual' });
    if (use === undefined) return response;
    try {
      await requireUse(client, decision, { use, who, signal }, response.headers);
    } catch (error) {
      await response.body?.cancel().catch(() => {});
      throw error;
    }
    return response;
  }

  return async (input, init) => {
    const { first, redirect, signal } = await readRequest(input, init);
    let hop = first;
    for (let redirects = 0; ; redirects++) {
      const response = await request(hop, signal);
      const next = nextHop(hop, response);
      if (next === undefined || redirect === 'manual')
        return redirects === 0 ? response : redirected(response);
      await response.body?.cancel().catch(() => {});
      if (redirect === 'error')
        throw new TypeError(`Cannot follow the redirect of ${hop.url}: redirect is "error"`);
      if (redirects >= maxRedirects)
        throw new TypeError(`Cannot fetch ${first.url}: more than ${maxRedirects} redirects`);
      hop = next;
    }
  };
}

/** `fetch` says so itself where it follows. */
function redirected(response: Response): Response {
  return Object.defineProperty(response, 'redirected', { value: true });
}
