/**
 * The parts of Crawlee's interfaces that this package uses. The types are structural, so this package neither imports
 * nor installs Crawlee. The names are those of Crawlee 3.
 */

import { askedUrl } from '@robots-exclusion/client';
import type { GuardedBrowser } from '@robots-exclusion/client/browser';

/** A request of Crawlee. */
export interface CrawleeRequest {
  url: string;
  headers?: Record<string, string>;
  /** The key by which a queue distinguishes requests. */
  id?: string;
  uniqueKey?: string;
  retryCount?: number;
  /** True if the request must not be tried again. */
  noRetry?: boolean;
  state?: number;
}

/** The source of a crawler's requests: a `RequestQueue`, or Crawlee's wrapper of a `RequestList`. */
export interface RequestManager {
  fetchNextRequest(): Promise<CrawleeRequest | null>;
  markRequestHandled(request: never): Promise<unknown>;
  reclaimRequest(request: never, options?: never): Promise<unknown>;
  isEmpty(): Promise<boolean>;
  isFinished(): Promise<boolean>;
}

/** The parts of a navigation hook's argument that this package uses. */
export interface NavigationContext {
  request: CrawleeRequest;
  /** Present in a browser crawler. */
  page?: BrowserPage;
}

/** Crawlee's `RequestState.SKIPPED`. */
export const skippedState = 7;

export interface BrowserPage {
  /** Only Playwright has this method. */
  context?(): { browser(): GuardedBrowser | null; newCDPSession(page: unknown): Promise<DevToolsSession> };
  /** Only Puppeteer has this method. */
  browser?(): GuardedBrowser;
  createCDPSession?(): Promise<DevToolsSession>;
}

interface DevToolsSession {
  send(method: string): Promise<unknown>;
  detach(): Promise<void>;
}

/** @throws {TypeError} If the page does not expose its browser, which then cannot be guarded. */
export function browserOf(page: BrowserPage): GuardedBrowser {
  const browser = page.browser?.() ?? page.context?.().browser();
  if (browser) return browser;
  throw new TypeError(
    'Cannot guard this page: it does not expose its browser. Update Playwright to 1.54 or later',
  );
}

/** The id of the page's main frame, which is also the id of its target. */
export async function frameIdOf(page: BrowserPage): Promise<string> {
  const session = await (page.createCDPSession?.() ?? page.context!().newCDPSession(page));
  const { targetInfo } = (await session.send('Target.getTargetInfo')) as { targetInfo: { targetId: string } };
  await session.detach();
  return targetInfo.targetId;
}

type Fields = Readonly<Record<string, string | string[] | undefined>>;

/** @param fields The header fields in got's options, which override those of the request. */
export function askedUrlOf(
  { url, headers }: Pick<CrawleeRequest, 'url' | 'headers'>,
  fields: Fields = {},
): string {
  const named = Object.entries({ ...headers, ...fields }).filter(([name]) => name.toLowerCase() === 'host');
  const host = named.at(-1)?.[1];
  return host === undefined ? url : askedUrl(url, String(host));
}
