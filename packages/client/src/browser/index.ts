/**
 * A guard for browsers driven by Playwright or Puppeteer.
 *
 * @module
 */
export type { Ask, AskedRequest } from './ask.ts';
export {
  type BrowserGuard,
  type GuardBrowserOptions,
  type GuardedBrowser,
  guardBrowser,
} from './guard-browser.ts';
export type { OpenWay } from './prepare-browser.ts';
