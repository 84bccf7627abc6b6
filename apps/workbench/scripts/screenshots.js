/** Pictures of the page for the documents: `npm run screenshots`. Builds first; needs the system's Chromium. */
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
// High enough for the whole page: a picture of more than the window would lose the touch screen.
const phone = { viewport: { width: 390, height: 1480 }, isMobile: true, hasTouch: true };

/** Name, context, and the tab that is open. */
const pictures = /** @type {const} */ ([
  ['workbench-light', { ...desk, colorScheme: 'light' }, 'Verdicts'],
  ['workbench-dark', { ...desk, colorScheme: 'dark' }, 'Verdicts'],
  ['workbench-1024-light', { ...small, colorScheme: 'light' }, 'Readings'],
  ['workbench-1024-dark', { ...small, colorScheme: 'dark' }, 'Usage'],
  ['workbench-narrow', { ...phone, colorScheme: 'light' }, 'Verdicts'],
  ['workbench-narrow-dark', { ...phone, colorScheme: 'dark' }, 'Compare'],
  ['workbench-site', { ...desk, colorScheme: 'light' }, 'Site'],
]);

const folder = await mkdtemp(join(tmpdir(), 'workbench-'));
await build({ configFile: join(root, 'vite.config.ts'), root, logLevel: 'error', build: { outDir: folder } });
await mkdir(images, { recursive: true });
const host = await serveStatic(folder);
const browser = await chromium.launch({ executablePath: browserPath, args: browserArguments });
for (const [name, options, tab] of pictures) {
  const context = await browser.newContext({ ...options, locale: 'en-GB', timezoneId: 'UTC' });
  const page = await context.newPage();
  await page.goto(host.url);
  // In one column the draft and its marks are behind a tab. Marks of the linter come last.
  await page.locator('.cm-lintRange').first().waitFor({ state: 'attached' });
  await page.getByLabel('Crawler', { exact: true }).fill('GPTBot');
  await page.keyboard.press('Enter');
  await page.getByText('GPTBot may not fetch').waitFor();
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('tabpanel', { name: tab }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.getByRole('tab', { name: tab }).blur();
  await page.mouse.move(0, 0);
  // Colours of what was clicked change for a moment.
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(images, `${name}.png`) });
  console.log(`docs/images/${name}.png`);
  await context.close();
}
await browser.close();
await host.close();
await rm(folder, { recursive: true });
