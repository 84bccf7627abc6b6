/**
 * A guard for browsers that are driven by Playwright or Puppeteer.
 *
 * @module
 */
export { type Ask, type AskedRequest, type GuardedBrowser, guardBrowser } from './guard-browser.ts';
