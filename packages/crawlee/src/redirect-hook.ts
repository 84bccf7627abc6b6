/**
 * The last navigation hook. It checks redirects before they are followed, and keeps the delay between requests.
 * Crawlee's HTTP crawlers pass got's options to it. Browser crawlers pass the page, and the hook guards its whole
 * browser.
 */
import { type AskedRequest, guardBrowser } from '@robots-exclusion/client/browser';
import { RobotsSkipError } from './coverage.ts';
import {
  askedUrlOf,
  type BrowserPage,
  browserOf,
  type CrawleeRequest,
  frameIdOf,
  type NavigationContext,
  skippedState,
} from './crawlee-types.ts';
import type { GuardSettings } from './guard-options.ts';
import { type NavigationHook, sleepUntil } from './navigation-hook.ts';

type Fields = Record<string, string | string[] | undefined>;

type BeforeSending = (next: { url?: string | URL; headers?: Fields }) => Promise<void>;

interface GotOptions {
  headers?: Fields;
  hooks?: { beforeRedirect?: BeforeSending[]; beforeRequest?: BeforeSending[] };
}

interface Navigation {
  readonly request: CrawleeRequest;
  /**
   * Whether the request itself has been sent. It had a turn already, but its redirects need their own.
   */
  isBegun: boolean;
}

export function redirectHook(settings: GuardSettings): NavigationHook {
  const { client, productTokens, pace } = settings;
  const navigations = new Map<string, Navigation>();

  /** @param request The request that led to this URL, if it is known. */
  async function requireAllowed(url: string, request: CrawleeRequest | undefined): Promise<void> {
    const decision = await client.check(url, { productTokens });
    if (decision.action === 'fetch') return;
    if (request !== undefined) {
      request.noRetry = true;
      request.state = skippedState;
      await settings.skipped({ url, reason: 'robotsTxt', decision });
    }
    throw new RobotsSkipError(decision);
  }

  /**
   * Waits for the turn of a request that did not get one from the queue. A request for robots.txt also starts the delay
   * of its site.
   */
  async function takeTurn(url: string): Promise<void> {
    if ((await delayOf(url)) === 0) return;
    const { at } = await client.reserve(url, { productTokens });
    await sleepUntil(at, settings);
  }

  async function delayOf(url: string): Promise<number> {
    const { crawlDelaySeconds = 0 } = await client.check(url, { productTokens, mode: 'cache-only' });
    return crawlDelaySeconds * 1000;
  }

  /**
   * Checks a URL and waits for its turn. The URL is the target of a redirect, or belongs to a site that only a Host
   * field in got's options names.
   */
  async function askInTurn(request: CrawleeRequest, url: string): Promise<void> {
    await requireAllowed(url, request);
    await takeTurn(url);
    await pace.pass(url, await delayOf(url));
  }

  async function inBrowser(url: string, { frameId, onPass }: AskedRequest): Promise<void> {
    const navigation = navigations.get(frameId ?? '');
    await requireAllowed(url, navigation?.request);
    if (navigation === undefined || navigation.isBegun) await takeTurn(url);
    else navigation.isBegun = true;
    onPass(await pace.hold(url, await delayOf(url)));
  }

  async function guardPage(page: BrowserPage, request: CrawleeRequest): Promise<void> {
    await guardBrowser(browserOf(page), inBrowser);
    const frameId = await frameIdOf(page);
    if (navigations.size >= maxNavigations) navigations.delete(navigations.keys().next().value!);
    navigations.set(frameId, { request, isBegun: false });
  }

  return async ({ request, page }: NavigationContext, ...[options]: unknown[]) => {
    if (page !== undefined) return guardPage(page, request);
    const got = typeof options === 'object' ? (options as GotOptions | null) : null;
    const url = askedUrlOf(request, got?.headers);
    if (url === askedUrlOf(request)) await pace.pass(url, await delayOf(url));
    else await askInTurn(request, url);
    if (got === null) return;
    const asking: BeforeSending = async (next) => askInTurn(request, urlOf(next));
    const sending: BeforeSending = async (next) => pace.send(urlOf(next), await delayOf(urlOf(next)));
    const { beforeRedirect = [], beforeRequest = [], ...others } = got.hooks ?? {};
    const hooks = { beforeRedirect: [...beforeRedirect, asking], beforeRequest: [...beforeRequest, sending] };
    got.hooks = { ...others, ...hooks };
  };
}

function urlOf({ url, headers }: Parameters<BeforeSending>[0]): string {
  return askedUrlOf({ url: String(url) }, headers);
}

/** Limit on the remembered navigations. A crawler has far fewer pages open. */
const maxNavigations = 1000;
