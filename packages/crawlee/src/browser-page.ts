/** The used parts of Playwright's and Puppeteer's pages. */
import type { GuardedBrowser } from '@robots-exclusion/client/browser';

/** A page that a browser crawler of Crawlee navigates. */
export interface BrowserPage {
  /** Playwright's. */
  context?(): { browser(): GuardedBrowser | null; newCDPSession(page: unknown): Promise<DevToolsSession> };
  /** Puppeteer's. */
  browser?(): GuardedBrowser;
  createCDPSession?(): Promise<DevToolsSession>;
}

interface DevToolsSession {
  send(method: string): Promise<unknown>;
  detach(): Promise<void>;
}

/** @throws {TypeError} If the page does not expose its browser: it could not be guarded. */
export function browserOf(page: BrowserPage): GuardedBrowser {
  const browser = page.browser?.() ?? page.context?.().browser();
  if (browser) return browser;
  throw new TypeError('Cannot guard this page: it names no browser. Update Playwright to 1.54 or later');
}

/** The id of its main frame, which is the id of its target. */
export async function frameIdOf(page: BrowserPage): Promise<string> {
  const session = await (page.createCDPSession?.() ?? page.context!().newCDPSession(page));
  const { targetInfo } = (await session.send('Target.getTargetInfo')) as { targetInfo: { targetId: string } };
  await session.detach();
  return targetInfo.targetId;
}
