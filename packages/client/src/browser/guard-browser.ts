/**
 * Guards a Chromium browser. The DevTools session of the whole browser can pause requests regardless of their source.
 * Playwright routes, and DevTools sessions of single pages, would miss redirect hops, downloads and the first request
 * of a popup. What that session cannot pause either is turned off, or named in the result.
 */
import { requireOneOf } from '../misuse.ts';
import type { Ask } from './ask.ts';
import { goOn, type Session, stop } from './devtools-session.ts';
import { linkedDownloads } from './linked-downloads.ts';
import {
  downloadPatterns,
  isAnswered,
  isLinkedDownload,
  type Pattern,
  type PausedRequest,
  patterns,
  treatmentOf,
} from './paused-request.ts';
import { type OpenWay, prepareBrowser, within } from './prepare-browser.ts';
import { waitingRequests } from './waiting-requests.ts';

/** The members of a Playwright or Puppeteer browser that the guard uses. */
export interface GuardedBrowser {
  /** Only Playwright has this method. */
  newBrowserCDPSession?(): Promise<unknown>;
  /** Only Puppeteer has this method. */
  target?(): { createCDPSession(): Promise<unknown> };
  /** The guard replaces these two, so that requests that still wait fail before the driver leaves the browser. */
  close?(...options: never[]): Promise<void>;
  disconnect?(): Promise<void>;
}

/** Options of {@link guardBrowser}. */
export interface GuardBrowserOptions {
  /**
   * `block`: pages cannot register service workers, and those of the profile are unregistered. `allow`: their scripts
   * are asked about, but not what they fetch, documents included. {@default 'block'}
   */
  serviceWorkers?: 'allow' | 'block';
}

/** What a guard of a browser does not cover. */
export interface BrowserGuard {
  /** The ways to documents that could not be closed in this browser. */
  readonly open: readonly OpenWay[];
}

const guarded = new WeakMap<GuardedBrowser, Promise<BrowserGuard>>();

/**
 * Calls `ask` before a Chromium browser requests a document (page, popup, frame, download or prefetch), before it
 * follows a redirect of a document, and before it requests the script of a worker. Forbidden requests fail with
 * `net::ERR_BLOCKED_BY_CLIENT`. Icons, images, styles, scripts and requests by scripts are not checked, and neither is
 * what Node.js itself requests (`page.request`, `route.fetch`): send that with `guardedFetch`. The guard turns off what
 * the browser cannot pause: it changes the profile's setting for preloading pages, and unregisters service workers. The
 * guard applies to all contexts of the browser; a second call has no effect.
 *
 * @returns The ways to documents that stay open.
 * @throws {TypeError} If the browser is not a Chromium driven by Playwright or Puppeteer, or does not answer.
 * @example
 * ```ts
 * import { createClient, guard } from '@robots-exclusion/client';
 * import { type GuardedBrowser, guardBrowser } from '@robots-exclusion/client/browser';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://example.com/bot)' });
 * const obey = (browser: GuardedBrowser) => guardBrowser(browser, guard(client));
 * ```
 */
export function guardBrowser(
  browser: GuardedBrowser,
  ask: Ask,
  options: GuardBrowserOptions = {},
): Promise<BrowserGuard> {
  const known = guarded.get(browser) ?? begin(browser, ask, options);
  guarded.set(browser, known);
  return known;
}

async function begin(
  browser: GuardedBrowser,
  ask: Ask,
  { serviceWorkers = 'block' }: GuardBrowserOptions,
): Promise<BrowserGuard> {
  requireOneOf('serviceWorkers', serviceWorkers, ['allow', 'block']);
  const requests = waitingRequests(ask);
  const downloads = linkedDownloads(requests.mayBeSent, () =>
    pausing(browser, downloadPatterns, (session, paused) =>
      isLinkedDownload(paused) ? answer(session, paused) : goOn(session, paused),
    ),
  );

  async function answer(session: Session, paused: PausedRequest): Promise<void> {
    if (isAnswered(paused)) requests.answered(paused);
    const treatment = isAnswered(paused) ? 'pass' : treatmentOf(paused, serviceWorkers);
    if (treatment === 'pass') return goOn(session, paused);
    if (treatment === 'refuse') return stop(session, paused);
    if (isLinkedDownload(paused)) return downloads.answer(session, paused);
    const isAllowed = await requests.mayBeSent(session, paused);
    return isAllowed ? goOn(session, paused, { interceptResponse: true }) : stop(session, paused);
  }

  const session = await pausing(browser, patterns, answer);
  await downloads.begin();
  failBeforeLeaving(browser, requests.failAll);
  const open = await prepareBrowser(session, serviceWorkers);
  warnOf(open, serviceWorkers);
  return { open };
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

/** Opens a session that pauses requests. */
async function pausing(
  browser: GuardedBrowser,
  which: readonly Pattern[],
  answer: (session: Session, paused: PausedRequest) => Promise<void>,
): Promise<Session> {
  const session = await sessionOf(browser);
  session.on('Fetch.requestPaused', (paused) => void answer(session, paused));
  await within(session.send('Fetch.enable', { patterns: which })).catch((error) => {
    throw new TypeError('Cannot guard this browser: it does not pause requests', { cause: error });
  });
  return session;
}

/** Chromium sends what still waits when a session ends, so what waits fails before. */
function failBeforeLeaving(browser: GuardedBrowser, failAll: () => Promise<void>): void {
  for (const name of ['close', 'disconnect'] as const) {
    const leave = browser[name];
    if (leave === undefined) continue;
    browser[name] = async (...options: never[]) => {
      await within(failAll()).catch(() => {});
      return leave.apply(browser, options as []);
    };
  }
}

/** Warns of the ways that are closed in other browsers, or were closed if the guard had come before the pages. */
function warnOf(open: readonly OpenWay[], serviceWorkers: 'allow' | 'block'): void {
  const names: OpenWay[] = ['speculation-rules', 'prefetches-of-open-pages'];
  if (serviceWorkers === 'block') names.push('service-workers');
  const unexpected = open.filter((way) => names.includes(way));
  if (unexpected.length === 0) return;
  const ways = unexpected.join(', ');
  process.emitWarning(
    `This browser can request documents without asking: ${ways} (see "open" of guardBrowser)`,
    {
      code: 'ROBOTS_BROWSER_OPEN',
    },
  );
}
