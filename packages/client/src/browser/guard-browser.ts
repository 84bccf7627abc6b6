/**
 * Guards a Chromium. Its DevTools protocol pauses requests of the whole browser, whoever makes them: routes of Playwright and
 * sessions of single pages miss the hops of redirects, downloads, or the first request of a popup.
 */

/** Rejects where the URL must not be requested, and resolves when it may be: what `guard(client)` returns. */
export type Ask = (url: string, asked: AskedRequest) => Promise<unknown>;

/** What is known of a request. */
export interface AskedRequest {
  /** The frame that navigates, by Chromium's id; that of a page's main frame is the id of its target. */
  readonly frameId?: string;
  /** Takes what is called when the request has been answered: delays count from then. */
  readonly onPass: (answered: () => void) => void;
}

/** A browser of Playwright or of Puppeteer, as far as it is looked at. */
export interface GuardedBrowser {
  /** Playwright's. */
  newBrowserCDPSession?(): Promise<unknown>;
  /** Puppeteer's. */
  target?(): { createCDPSession(): Promise<unknown> };
}

interface Session {
  send(method: string, parameters?: object): Promise<unknown>;
  on(event: string, listener: (paused: PausedRequest) => void): unknown;
}

/** A request that is paused, before it is sent or when it has been answered. */
interface PausedRequest {
  readonly requestId: string;
  readonly request: { readonly url: string };
  readonly frameId?: string;
  readonly resourceType?: string;
  readonly responseStatusCode?: number;
  readonly responseErrorReason?: string;
}

/**
 * Documents are pages, popups, frames and downloads, each hop of a redirect by itself. The scripts of workers and prefetched
 * pages are `Other`.
 */
const patterns = [
  { urlPattern: '*', resourceType: 'Document', requestStage: 'Request' },
  { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' },
  { urlPattern: '*', resourceType: 'Other', requestStage: 'Request' },
];

/** Requests of a browser that are under way at a time and remembered. */
const MAX_UNANSWERED = 1000;

const guarded = new WeakMap<GuardedBrowser, Promise<void>>();

/**
 * Asks before each document that a Chromium requests: of pages, popups, frames, downloads and prefetches, and at each redirect;
 * and before the script of each worker and service worker. What must not be requested fails with
 * `net::ERR_BLOCKED_BY_CLIENT`. Images, styles, scripts and requests by scripts are not asked about. Holds for all
 * contexts of the browser; a second call changes nothing.
 *
 * @throws {TypeError} If the browser is not a Chromium of Playwright or of Puppeteer.
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
    // Rules are for the web: `data:`, `blob:` and the like reach no site.
    if (!/^https?:/i.test(request.url)) return true;
    const onPass = (answered: () => void): void => {
      // Only the answers of documents are seen.
      if (resourceType !== 'Document' || unanswered.size >= MAX_UNANSWERED) answered();
      else unanswered.set(requestId, answered);
    };
    try {
      await ask(request.url, frameId === undefined ? { onPass } : { frameId, onPass });
      return true;
    } catch {
      return false;
    }
  }

  session.on('Fetch.requestPaused', (paused) => void answer(paused));
  await session.send('Fetch.enable', { patterns });
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

/** A page that was closed meanwhile needs no answer. */
async function quietly(action: Promise<unknown>): Promise<void> {
  await action.catch(() => {});
}
