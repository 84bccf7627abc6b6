/** The parts of Playwright's and Puppeteer's pages that this package uses. */
import type { GuardedBrowser } from '@robots-exclusion/client/browser';

/** A page in a browser crawler of Crawlee. */
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
