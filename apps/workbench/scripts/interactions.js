/**
 * Measures the longest task of the main thread after each interaction: `npm run interactions -w apps/workbench`, after
 * `npx vite build apps/workbench`. The CPU is throttled to a sixth. Each figure is the median of five pages, in CPU
 * milliseconds of the thread, which other programs on a busy machine still double; the second is without throttling.
 */
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { browserArguments, browserPath } from './browser.js';
import { categories, tasksOf } from './main-thread.js';
import { serveStatic } from './serve-static.js';

/** @typedef {import('playwright-core').Page} Page */

const THROTTLE = 6;
const PAGES = 5;
const QUIET_MS = 2500;

/** @type {(name: string) => (page: Page) => Promise<import('playwright-core').Locator>} */
const button = (name) => async (page) => page.getByRole('button', { name, exact: true });

/** @type {(area: string, tab: string) => (page: Page) => Promise<import('playwright-core').Locator>} */
const tabOf = (area, tab) => async (page) => {
  await (await button(area)(page)).click();
  return page.getByRole('tab', { name: tab });
};

/** Prepares each interaction, and returns what to click, or the key to press. */
const interactions = {
  'typing a letter in the draft': async (/** @type {Page} */ page) => {
    await page.locator('.cm-content').focus();
    return 'x';
  },
  'choosing a crawler': async (/** @type {Page} */ page) => {
    await page.getByLabel('Crawler', { exact: true }).fill('gptb');
    return page.getByRole('option', { name: /GPTBot/ });
  },
  'adding a URL': async (/** @type {Page} */ page) => {
    await page.getByLabel('URL or path').fill('/cart/new');
    return 'Enter';
  },
  'pasting 30 URLs for 3 crawlers': async (/** @type {Page} */ page) => {
    await (await button('More')(page)).click();
    await (await button('Crawlers…')(page)).click();
    await page.getByRole('searchbox', { name: 'Find crawlers' }).fill('googlebot, gptbot, bingbot');
    await page.keyboard.press('Enter');
    await (await button('URLs…')(page)).click();
    const urls = Array.from({ length: 30 }, (_, at) => `/cart/${at}`).join('\n');
    await page.getByLabel('URLs, one per line, or a sitemap').fill(urls);
    return page.getByRole('button', { name: 'Use these URLs' });
  },
  'opening Block': button('Change'),
  'ticking in Block': async (/** @type {Page} */ page) => {
    await (await button('Change')(page)).click();
    return page.locator('.admit input[type=checkbox]').nth(1);
  },
  'opening Readings': tabOf('Answers', 'Readings'),
  'opening Usage': tabOf('Answers', 'Usage'),
  'opening the AI report': tabOf('Answers', 'AI report'),
  'opening Compare': tabOf('Change', 'Compare'),
  'returning to Verdicts': async (/** @type {Page} */ page) => {
    await (await tabOf('Answers', 'AI report')(page)).click();
    return page.getByRole('tab', { name: 'Verdicts' });
  },
};

const wanted = process.argv.slice(2);
const host = await serveStatic(fileURLToPath(new URL('../../../packages/server/workbench', import.meta.url)));
const browser = await chromium.launch({ executablePath: browserPath, args: browserArguments });
for (const [name, prepare] of Object.entries(interactions)) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  const [slow, fast] = [await medianOf(prepare, THROTTLE), await medianOf(prepare, 1)];
  console.log(
    `${name}: ${slow.toFixed(0)} ms throttled, ${fast.toFixed(0)} ms not: ${(slow / fast).toFixed(1)}`,
  );
}
await browser.close();
await host.close();

/** @param {(typeof interactions)[keyof typeof interactions]} prepare @param {number} rate */
async function medianOf(prepare, rate) {
  /** @type {number[]} */
  const longest = [];
  for (let at = 0; at < PAGES; at++) longest.push(await longestOf(prepare, rate));
  return /** @type {number} */ (longest.sort((a, b) => a - b)[PAGES >> 1]);
}

/** @param {(typeof interactions)[keyof typeof interactions]} prepare @param {number} rate */
async function longestOf(prepare, rate) {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  await page.goto(`${host.url}#example`);
  await page.locator('.matrix-row').first().waitFor();
  await page.waitForTimeout(QUIET_MS);
  const target = await prepare(page);
  await page.waitForTimeout(QUIET_MS);
  const box = typeof target === 'string' ? undefined : await target.boundingBox();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  await browser.startTracing(page, { categories });
  // Only raw input: looking for elements would be tasks of the same thread.
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  else await page.keyboard.press(/** @type {string} */ (target));
  await page.waitForTimeout(QUIET_MS);
  const tasks = tasksOf(await browser.stopTracing());
  await page.close();
  return Math.max(...tasks);
}
