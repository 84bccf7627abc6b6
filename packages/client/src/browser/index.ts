/**
 * A guard for browsers driven by Playwright or Puppeteer.
 *
 * @module
 */
export { type Ask, type AskedRequest, type GuardedBrowser, guardBrowser } from './guard-browser.ts';
