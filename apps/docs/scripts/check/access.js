/** Runs axe on a page of each kind in three views: light, dark, and the width of a phone. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const PAGES = [
  '/',
  '/guides/ask-one-question.html',
  '/guides/write-and-test.html',
  '/dialects.html',
  '/parsers.html',
  '/conformance-matrix.html',
  '/http.html',
  '/commands/check.html',
  '/api/index.html',
];

const VIEWS = [
  ['light', { colorScheme: 'light', viewport: { width: 1280, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }],
  ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
];

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The problems that axe finds, each with its page and view. */
export async function accessProblems({ browser, host, pictures }) {
  const problems = [];
  for (const [view, options] of VIEWS) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.addInitScript(AXE);
    for (const path of PAGES) {
      await page.goto(new URL(path, host.url).href, { waitUntil: 'networkidle' });
      await page.waitForFunction(isMounted);
      problems.push(...(await violationsOn(page)).map((found) => `${path} (${view}): ${found}`));
      if (pictures) await page.screenshot({ path: `${pictures}/${view}${path.replace(/\W+/g, '-')}.png` });
    }
    await context.close();
  }
  console.log(`axe: ${PAGES.length} pages in ${VIEWS.length} views, ${problems.length} findings`);
  return problems;
}

/** Whether VitePress's scripts have run. They set the title of the theme switch. */
function isMounted() {
  return [...document.querySelectorAll('.VPSwitchAppearance')].every(({ title }) => title !== '');
}

async function violationsOn(page) {
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run({
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}, ${nodes.length} times: ${nodes[0].html.slice(0, 140)} ${nodes[0].failureSummary.replace(/\s+/g, ' ')}`,
  );
}
