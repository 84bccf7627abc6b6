/**
 * Guards a Chromium browser. The DevTools session of the whole browser can pause all requests, regardless of their
 * source. Playwright routes, and DevTools sessions of single pages, would miss redirect hops, downloads and the first
 * request of a popup.
 */

/**
 * A function that rejects if the URL must not be requested, and resolves when it may be requested. `guard(client)`
 * returns such a function.
 */
export type Ask = (url: string, asked: AskedRequest) => Promise<unknown>;

/** The known facts about a request. */
export interface AskedRequest {
  /** Chromium's id of the frame that navigates. The id of a page's main frame equals the id of its target. */
  readonly frameId?: string;
  /**
   * `ask` calls this hook before the request may be sent. The browser guard calls the passed function when the response
   * has begun; the site's delay counts from that call.
   */
  readonly onPass: (answered: () => void) => void;
  /** The User-Agent that the browser sends, if it is known. */
  readonly userAgent?: string;
}

/** The members of a Playwright or Puppeteer browser that the guard uses. */
export interface GuardedBrowser {
  /** Only Playwright has this method. */
  newBrowserCDPSession?(): Promise<unknown>;
  /** Only Puppeteer has this method. */
  target?(): { createCDPSession(): Promise<unknown> };
}

interface Session {
  send(method: string, parameters?: object): Promise<unknown>;
  on(event: string, listener: (paused: PausedRequest) => void): unknown;
}

/** A request that the browser has paused, before sending it or after receiving its response. */
interface PausedRequest {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly headers?: Readonly<Record<string, string>> };
  readonly frameId?: string;
  readonly resourceType?: string;
  readonly responseStatusCode?: number;
  readonly responseErrorReason?: string;
}

/**
 * The requests to pause. Documents include pages, popups, frames and downloads; each redirect hop is a separate
 * request. Worker scripts and prefetched pages have the type `Other`.
 */
const patterns = [
  { urlPattern: '*', resourceType: 'Document', requestStage: 'Request' },
  { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' },
  { urlPattern: '*', resourceType: 'Other', requestStage: 'Request' },
];

/** Limit on the unanswered requests that are remembered per browser. */
const MAX_UNANSWERED = 1000;

const guarded = new WeakMap<GuardedBrowser, Promise<void>>();

/**
 * Calls `ask` before a Chromium browser requests a document (page, popup, frame, download or prefetch), before it
 * follows a redirect of a document, and before it requests the script of a worker or service worker. Forbidden requests
 * fail with `net::ERR_BLOCKED_BY_CLIENT`. Images, styles, scripts and requests by scripts are not checked. The guard
 * applies to all contexts of the browser; a second call has no effect.
 *
 * @throws {TypeError} If the browser is not a Chromium driven by Playwright or Puppeteer.
 * @example
 * ```ts
 * import { createClient, guard } from '@robots-exclusion/client';
 * import { type GuardedBrowser, guardBrowser } from '@robots-exclusion/client/browser';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://example.com/bot)' });
 * const obey = (browser: GuardedBrowser) => guardBrowser(browser, guard(client));
 * ```
 */
export function guardBrowser(browser: GuardedBrowser, ask: Ask): Promise<void> {
  const known = guarded.get(browser) ?? begin(browser, ask);
  guarded.set(browser, known);
  return known;
}

async function begin(browser: GuardedBrowser, ask: Ask): Promise<void> {
  const session = await sessionOf(browser);
  const unanswered = new Map<string, () => void>();

  async function answer(paused: PausedRequest): Promise<void> {
    const { requestId } = paused;
    if (isAnswered(paused)) {
      unanswered.get(requestId)?.();
      unanswered.delete(requestId);
    } else if (!(await mayBeSent(paused))) {
      return quietly(session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }));
    }
    return quietly(session.send('Fetch.continueRequest', { requestId }));
  }

  async function mayBeSent({ requestId, request, frameId, resourceType }: PausedRequest): Promise<boolean> {
    // Only http and https URLs are checked; `data:`, `blob:` and similar URLs do not contact a site.
    if (!/^https?:/i.test(request.url)) return true;
    const onPass = (answered: () => void): void => {
      // The guard sees responses only for documents.
      if (resourceType !== 'Document' || unanswered.size >= MAX_UNANSWERED) answered();
      else unanswered.set(requestId, answered);
    };
    try {
      const userAgent = userAgentOf(request);
      const known = {
        ...(frameId !== undefined && { frameId }),
        ...(userAgent !== undefined && { userAgent }),
      };
      await ask(request.url, { ...known, onPass });
      return true;
    } catch {
      return false;
    }
  }

  session.on('Fetch.requestPaused', (paused) => void answer(paused));
  await session.send('Fetch.enable', { patterns });
}

function userAgentOf({ headers = {} }: PausedRequest['request']): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
}

async function sessionOf(browser: GuardedBrowser): Promise<Session> {
  try {
    const session = await (browser.newBrowserCDPSession?.() ?? browser.target!().createCDPSession());
    return session as Session;
  } catch (error) {
    const message = 'Cannot guard this browser: expected a Chromium of Playwright or of Puppeteer';
    throw new TypeError(message, { cause: error });
  }
}

function isAnswered({ responseStatusCode, responseErrorReason }: PausedRequest): boolean {
  return responseStatusCode !== undefined || responseErrorReason !== undefined;
}

/** Runs an action that may fail because its page was closed in the meantime. */
async function quietly(action: Promise<unknown>): Promise<void> {
  await action.catch(() => {});
}
