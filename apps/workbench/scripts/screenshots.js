/**
 * Takes screenshots of the page for the documentation: `npm run screenshots`. Builds the page first, and needs
 * Chromium.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { browserArguments, browserPath } from './browser.js';
import { serveStatic } from './serve-static.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
const desk = { viewport: { width: 1440, height: 900 } };
const small = { viewport: { width: 1024, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Only the upper part of the page, with strong compression to keep the file small. */
const LIGHT = { quality: 40, clip: { x: 0, y: 0, width: 1024, height: 480 } };

/** Each screenshot: its file, the browser context, and the area and tab to open. */
const pictures = /** @type {const} */ ([
  // For the first page of the documentation, which must load quickly.
  ['workbench-home.jpg', { ...small, colorScheme: 'light' }, 'Answers', 'Verdicts'],
  ['workbench-light.png', { ...desk, colorScheme: 'light' }, 'Answers', 'Verdicts'],
  ['workbench-dark.png', { ...desk, colorScheme: 'dark' }, 'Answers', 'Verdicts'],
  ['workbench-1024-light.png', { ...small, colorScheme: 'light' }, 'Answers', 'Readings'],
  ['workbench-1024-dark.png', { ...small, colorScheme: 'dark' }, 'Answers', 'Usage'],
  ['workbench-narrow.png', { ...phone, colorScheme: 'light' }, 'Answers', 'Verdicts'],
  ['workbench-narrow-dark.png', { ...phone, colorScheme: 'dark' }, 'Change', 'Compare'],
  ['workbench-site.png', { ...desk, colorScheme: 'light' }, 'Answers', 'Site'],
]);

const folder = await mkdtemp(join(tmpdir(), 'workbench-'));
await build({ configFile: join(root, 'vite.config.ts'), root, logLevel: 'error', build: { outDir: folder } });
await mkdir(images, { recursive: true });
const host = await serveStatic(folder);
const browser = await chromium.launch({ executablePath: browserPath, args: browserArguments });
for (const [file, options, area, tab] of pictures) {
  const context = await browser.newContext({ ...options, locale: 'en-GB', timezoneId: 'UTC' });
  const page = await context.newPage();
  await page.goto(`${host.url}#example`);
  // Waits for the linter's marks, which are drawn last. A mobile page has one column, in which the draft's tab may be
  // hidden.
  if (!('isMobile' in options)) await page.locator('.cm-lintRange').first().waitFor({ state: 'attached' });
  await page.getByLabel('Crawler', { exact: true }).fill('GPTBot');
  await page.keyboard.press('Enter');
  await page.getByText('GPTBot may not fetch').waitFor();
  await page.getByRole('group', { name: 'Areas' }).getByRole('button', { name: area }).click();
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('tabpanel', { name: tab }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.getByRole('tab', { name: tab }).blur();
  await page.mouse.move(0, 0);
  // A clicked element changes its colours for a moment.
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(images, file), ...(file.endsWith('.jpg') && LIGHT) });
  console.log(`docs/images/${file}`);
  await context.close();
}
await browser.close();
await host.close();
await rm(folder, { recursive: true });
