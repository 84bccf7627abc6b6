/** Tests `<robots-ask>` on a third-party page, under a strict policy. */
import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { serveStatic } from '../../scripts/serve-static.js';
import { needsBrowser } from './open-page.ts';

const page = `<!doctype html><html lang="en"><title>x</title><script type="module" src="robots-ask.js"></script>
<robots-ask id="inline" path="/blog/x" crawler="GPTBot">
  User-agent: *
  Disallow: /blog/
  # &lt;img src=x onerror=alert(1)>
</robots-ask>
<robots-ask id="fetched" src="robots.txt" path="/free"></robots-ask>
<robots-ask id="gone" src="missing.txt"></robots-ask>
<robots-ask id="editable" editable crawler="Googlebot-Image" path="/a"><pre>User-agent: *
Disallow: /

User-agent: Googlebot
Allow: /
</pre></robots-ask></html>`;

it('answers in one script tag of at most 30 KB', needsBrowser, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'robots-ask-'));
  const script = join(inject('pageFolder'), 'robots-ask.js');
  await copyFile(script, join(folder, 'robots-ask.js'));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'robots.txt'), 'User-agent: *\nDisallow: /private/\n');
  const bytes = gzipSync(await readFile(script), { level: 9 }).length;
  console.log(`<robots-ask>: ${(bytes / 1000).toFixed(1)} KB gzip`);
  expect(bytes).toBeLessThanOrEqual(30_000);
  const host = await serveStatic(folder);
  const browser = await chromium.connect(inject('browserEndpoint'));
  const tab = await browser.newPage();
  const problems: string[] = [];
  tab.on('pageerror', ({ message }) => problems.push(message));
  tab.on('dialog', (dialog) => void dialog.dismiss().then(() => problems.push('a script ran')));
  await tab.goto(host.url);
  const inline = tab.locator('#inline');
  await inline.getByText('No. GPTBot may not fetch /blog/x: line 2, Disallow: /blog/.').waitFor();
  await inline.getByLabel('URL or path').fill('/other');
  await tab.keyboard.press('Enter');
  await inline
    .getByRole('region', { name: 'Answer' })
    .getByText('Yes. GPTBot may fetch /other: no rule matches in the group of * (line 1).')
    .waitFor();
  await inline.getByLabel('Crawler').fill('Mozilla/5.0 (X11; Linux)');
  await tab.keyboard.press('Enter');
  await inline.getByText('This does not name a crawler').waitFor();
  await tab.locator('#fetched').getByText('Yes. Any other crawler may fetch /free').waitFor();
  await editableFile(tab);
  await tab.locator('#gone').getByText('it answered 404').waitFor();
  expect(problems).toEqual([]);
  await browser.close();
  await host.close();
});

/**
 * Tests that the registry determines the group, that a changed file is judged immediately, and that a file in a script
 * element keeps its lines.
 */
async function editableFile(tab: Page): Promise<void> {
  const ask = tab.locator('#editable');
  await ask.getByText('Yes. Googlebot-Image may fetch /a: line 5, Allow: /.').waitFor();
  await ask.getByText('Googlebot-Image follows the group of Googlebot, as Google documents.').waitFor();
  await ask.getByRole('textbox', { name: 'robots.txt' }).fill('User-agent: Googlebot-Image\nDisallow: /a\n');
  await ask.getByText('No. Googlebot-Image may not fetch /a: line 2, Disallow: /a.').waitFor();
  await tab.evaluate(() => {
    const element = document.querySelector('#editable') as HTMLElement & { file: string };
    element.file = '\n\r\nUser-agent: *\r\nDisallow: /\r\n';
  });
  await ask.getByText('No. Googlebot-Image may not fetch /a: line 4, Disallow: /.').waitFor();
}
