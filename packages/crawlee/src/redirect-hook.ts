/**
 * Asks before redirects are followed, and sends in turn: the last of the navigation hooks. Crawlee's HTTP crawlers hand it
 * the options of got; its browser crawlers hand it the page, and the whole browser is guarded.
 */
import { type AskedRequest, guardBrowser } from '@robots-exclusion/client/browser';
import { askedUrlOf } from './asked-url.ts';
import { type BrowserPage, browserOf, frameIdOf } from './browser-page.ts';
import { type CrawleeRequest, type NavigationContext, skippedState } from './crawlee-types.ts';
import type { GuardSettings } from './guard-options.ts';
import { type NavigationHook, sleepUntil } from './navigation-hook.ts';
import { RobotsSkipError } from './skipped-request.ts';

type Fields = Record<string, string | string[] | undefined>;

type BeforeRedirect = (next: { url?: string | URL; headers?: Fields }) => Promise<void>;

/** The used part of got's options. */
interface GotOptions {
  headers?: Fields;
  hooks?: { beforeRedirect?: BeforeRedirect[] };
}

/** The reason for a page's navigation. */
interface Navigation {
  readonly request: CrawleeRequest;
  /** The request itself has its turn; what follows from it has not. */
  isBegun: boolean;
}

export function redirectHook(settings: GuardSettings): NavigationHook {
  const { client, productTokens, pace } = settings;
  /** By the id of the main frame. */
  const navigations = new Map<string, Navigation>();

  /** @param request What it was that led here, unless that is not known. */
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

  /** For requests that were not handed out in turn: also for the delay that counts from robots.txt. */
  async function takeTurn(url: string): Promise<void> {
    if ((await delayOf(url)) === 0) return;
    const { at } = await client.reserve(url, { productTokens });
    await sleepUntil(at, settings);
  }

  async function delayOf(url: string): Promise<number> {
    const { crawlDelaySeconds = 0 } = await client.check(url, { productTokens, mode: 'cache-only' });
    return crawlDelaySeconds * 1000;
  }

  /** For the target of a redirect, and for a site that got's options name instead of the request. */
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
    const asking: BeforeRedirect = async (next) =>
      askInTurn(request, askedUrlOf({ url: String(next.url) }, next.headers));
    got.hooks = { ...got.hooks, beforeRedirect: [...(got.hooks?.beforeRedirect ?? []), asking] };
  };
}

/** Pages that are remembered; far more than a crawler has open. */
const maxNavigations = 1000;
