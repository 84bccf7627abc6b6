/**
 * Asks before redirects are followed, and sends in turn: the last of the navigation hooks of Crawlee's HTTP crawlers,
 * whose second argument are the options of got. Browsers follow redirects by themselves; there only the turn is kept.
 */
import { type CrawleeRequest, type NavigationContext, skippedState } from './crawlee-types.ts';
import type { GuardSettings } from './guard-options.ts';
import type { NavigationHook } from './navigation-hook.ts';
import { RobotsSkipError } from './skipped-request.ts';

type BeforeRedirect = (next: { url?: string | URL }) => Promise<void>;

/** As much of got's options as is taken part in. */
interface GotOptions {
  hooks?: { beforeRedirect?: BeforeRedirect[] };
}

export function redirectHook(settings: GuardSettings): NavigationHook {
  const { client, productTokens, pace } = settings;

  async function beforeRedirect(request: CrawleeRequest, url: string): Promise<void> {
    const decision = await client.check(url, { productTokens });
    if (decision.action !== 'fetch') {
      request.noRetry = true;
      request.state = skippedState;
      await settings.skipped({ url, reason: 'robotsTxt', decision });
      throw new RobotsSkipError(decision);
    }
    await keepTurn(url);
  }

  async function keepTurn(url: string): Promise<void> {
    const { crawlDelaySeconds = 0 } = await client.check(url, { productTokens, mode: 'cache-only' });
    await pace.pass(url, crawlDelaySeconds * 1000);
  }

  return async ({ request }: NavigationContext, ...[options]: unknown[]) => {
    await keepTurn(request.url);
    const got = options as GotOptions | undefined;
    if (typeof got !== 'object' || got === null) return;
    const asking: BeforeRedirect = ({ url }) => beforeRedirect(request, String(url));
    got.hooks = { ...got.hooks, beforeRedirect: [...(got.hooks?.beforeRedirect ?? []), asking] };
  };
}
