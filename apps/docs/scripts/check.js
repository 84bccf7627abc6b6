/**
 * Checks the built site as its readers use it: `npm run docs:check [-- --pictures FOLDER]`, after `npm run docs`.
 *
 * - Our own client crawls it: every link leads to a page, and every fragment to an element.
 * - In Chromium, typical searches must find the right page, and axe checks a page of each kind in several views.
 * - The first view, not counting the workbench, is at most 150 KB after gzip compression.
 * - The pages are served with a policy that permits no requests to other hosts.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { browserArguments, browserPath } from '../../workbench/scripts/browser.js';
import { accessProblems } from './check/access.js';
import { crawl } from './check/crawl.js';
import { firstViewProblems } from './check/first-view.js';
import { searchProblems } from './check/search.js';
import { serveSite } from './check/serve-site.js';

const { values } = parseArgs({ options: { pictures: { type: 'string' } } });
const DIST = fileURLToPath(new URL('../dist', import.meta.url));
if (!existsSync(DIST)) throw new Error('The site is not built: run "npm run docs" first');

const host = await serveSite(DIST);
const problems = [];
try {
  const { pages, links, dead } = await crawl(host.url);
  console.log(`${pages} pages, ${links} links, ${dead.length} dead`);
  problems.push(...dead);
  if (existsSync(browserPath)) await inBrowser();
  else if (process.env.CI === 'true') throw new Error(`Expected Chromium at "${browserPath}"`);
  else console.log(`SKIPPED in a browser: there is no Chromium at "${browserPath}"`);
} finally {
  await host.close();
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

async function inBrowser() {
  if (values.pictures) mkdirSync(values.pictures, { recursive: true });
  const browser = await chromium.launch({ executablePath: browserPath, args: browserArguments });
  try {
    const context = { browser, host, pictures: values.pictures };
    problems.push(...(await firstViewProblems(context)));
    problems.push(...(await searchProblems(context)));
    problems.push(...(await accessProblems(context)));
  } finally {
    await browser.close();
  }
}
