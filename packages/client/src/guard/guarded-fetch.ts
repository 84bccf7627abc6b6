/** A `fetch` that checks each hop before requesting it, including redirects. */
import { Dispatcher } from 'undici';
import type { RobotsClient } from '../client.ts';
import type { ClientSettings } from '../client-options.ts';
import { quote } from '../quote.ts';
import { settingsOf } from '../settings-of.ts';
import { askedUrl } from './asked-url.ts';
import { connectionsOf } from './connections.ts';
import { forwarding, hasController } from './forwarding.ts';
import { crawlerOf, type GuardOptions, passGuard } from './guard.ts';
import { refusedAddress } from './guard-error.ts';
import { type Hop, nextHop, readRequest } from './hops.ts';
import type { Pass } from './pass.ts';
import { requireUse } from './use-guard.ts';

/** Options of {@link guardedFetch}. */
export interface GuardedFetchOptions extends GuardOptions {
  /**
   * The function that sends the requests. It must use the `dispatcher` that it receives in its options. {@default the
   * global `fetch`}
   */
  fetch?: typeof globalThis.fetch;
  /** Maximum number of redirects to follow. {@default 20, as in `fetch`} */
  maxRedirects?: number;
  /** Signs or otherwise modifies a hop. Called for each hop, after the guard allows it. */
  sign?: (url: string, init: RequestInit) => RequestInit | Promise<RequestInit>;
}

/** The options that Node's and undici's `fetch` accept. */
type HopInit = RequestInit & { dispatcher?: unknown };

/**
 * Creates a function like `fetch` that obeys robots.txt. The function checks each hop before requesting it, and waits
 * until the site's Crawl-delay has passed. Requests use the client's address policy, resolver and proxies, and the
 * client's User-Agent unless the call sets another. A forbidden hop rejects with a `GuardError`: `ROBOTS_DISALLOWED`,
 * `ROBOTS_REFUSED`, `ROBOTS_USE_DISALLOWED`, or `ROBOTS_DEFERRED` with `retryAt`. If a call is aborted, it rejects with
 * the signal's reason; network errors are those of `fetch`. `data:` and `blob:` URLs are passed directly to `fetch`.
 *
 * @throws {TypeError} If the client was not created by `createClient`.
 * @throws {RangeError} If `maxRedirects` is not a non-negative integer, or `maxWaitMs` is negative or not a number.
 * @example
 * ```ts no-run=network
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
  const { maxRedirects = 20, fetch: send = globalThis.fetch } = options;
  if (!Number.isSafeInteger(maxRedirects) || maxRedirects < 0) {
    throw new RangeError(
      `Cannot use maxRedirects ${String(maxRedirects)}: expected an integer of at least 0`,
    );
  }
  const request = requester(client, options);
  return async (input, init) => {
    if (isLocal(input)) return send(input, init);
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

/** Creates the function that requests one hop. */
function requester(client: RobotsClient, options: GuardedFetchOptions) {
  const { use, sign = (_, init) => init, fetch: send = globalThis.fetch } = options;
  const settings = settingsOf(client);
  const ask = passGuard(client, options);
  const who = crawlerOf(client, options);
  return async (hop: Hop, signal: AbortSignal | undefined): Promise<Response> => {
    const headers = new Headers(hop.init.headers);
    requireOwnHost(hop, headers);
    const pass = await ask(hop.url, signal);
    const { decision } = pass;
    if (!headers.has('user-agent')) headers.set('user-agent', client.userAgent);
    const init: HopInit = await sign(hop.url, { ...hop.init, headers, redirect: 'manual' });
    requireOwnHost(hop, new Headers(init.headers));
    const dispatcher = dispatcherOf(init, settings, pass);
    const sending = send(hop.url, { ...init, redirect: 'manual', dispatcher } as RequestInit);
    const response = await sending.catch((error: unknown) => {
      throw refusedAddress(decision, error) ?? error;
    });
    pass.answered();
    if (use === undefined) return response;
    try {
      await requireUse(client, decision, { use, who, signal }, response.headers);
    } catch (error) {
      await response.body?.cancel().catch(() => {});
      throw error;
    }
    return response;
  };
}

/**
 * @throws {TypeError} If a Host field names a site other than that of the URL. `fetch` would ignore the field and send
 * the URL's host.
 */
function requireOwnHost({ url }: Hop, headers: Headers): void {
  const host = headers.get('host') ?? undefined;
  if (askedUrl(url, host) === askedUrl(url)) return;
  throw new TypeError(`Cannot fetch ${quote(url)} with Host ${quote(host)}: expected the Host of the URL`);
}

/**
 * @throws {TypeError} If the caller passes a dispatcher, but the client's address policy requires the client's own
 * connections.
 */
function dispatcherOf({ dispatcher }: HopInit, settings: ClientSettings, pass: Pass): unknown {
  if (dispatcher === undefined || dispatcher === null) return new Noting(connectionsOf(settings), pass);
  if (settings.addressPolicy.allow === 'any') return dispatcher;
  throw new TypeError(
    'Cannot use a dispatcher with addressPolicy "public-only": expected none, because only the dispatcher of the client enforces the policy',
  );
}

/** Records when a request is sent. */
class Noting extends Dispatcher {
  readonly #connections: Dispatcher;
  readonly #pass: Pass;

  constructor(connections: Dispatcher, pass: Pass) {
    super();
    this.#connections = connections;
    this.#pass = pass;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const pass = this.#pass;
    const noting: Dispatcher.DispatchHandler = hasController(handler)
      ? {
          onRequestStart(controller, context) {
            pass.sent();
            handler.onRequestStart?.(controller, context);
          },
        }
      : {
          onConnect(abort) {
            pass.sent();
            handler.onConnect?.(abort);
          },
        };
    return this.#connections.dispatch(options, forwarding(handler, noting));
  }

  override async close(): Promise<void> {}

  override async destroy(): Promise<void> {}
}

/** Whether a URL needs no network, and therefore has no site and no robots.txt. */
function isLocal(input: string | URL | Request): boolean {
  return /^\s*(?:data|blob):/i.test(typeof input === 'object' && 'url' in input ? input.url : String(input));
}

/** Sets `redirected`, because `fetch` sets it only if it follows redirects itself. */
function redirected(response: Response): Response {
  return Object.defineProperty(response, 'redirected', { value: true });
}
