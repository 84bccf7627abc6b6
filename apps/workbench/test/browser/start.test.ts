/** Tests the first screen, and the answer for a site in plain words. */
import { readFile } from 'node:fs/promises';
import { text as streamText } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needsBrowser, spokenOn, useWorkbench, violationsOn } from './open-page.ts';
import { robotsTxt, startService, startSite, type TestSite } from './start-service.ts';

const workbench = useWorkbench();
let site: TestSite;

const FILE =
  'User-agent: *\nDisallow: /cart/\n\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: CCBot\nDisalow: /\nDisalow: /x\n';

beforeAll(async () => {
  if (!needsBrowser.skip) {
    site = await startSite();
    site.answer = robotsTxt(FILE);
  }
});
afterAll(async () => {
  await site?.close();
});

/** Opens the first screen with a service that may fetch the test site. */
async function openStart(
  work: (page: Page, problems: string[]) => Promise<void>,
  options = {},
): Promise<void> {
  const service = await startService(workbench.folder, [site.origin]);
  const opened = await workbench.open({ base: `${service.url}/`, path: '', ...options });
  await opened.page.getByText('service ready').waitFor();
  await work(opened.page, opened.problems);
  expect(opened.problems).toEqual([]);
  await opened.close();
  await service.close();
}

async function askSite(page: Page, text = site.origin): Promise<void> {
  await page.getByRole('textbox', { name: 'Your site' }).fill(text);
  await page.keyboard.press('Enter');
}

describe('the first screen', needsBrowser, () => {
  it('is one field and three tasks; what is not a site is asked back', async () => {
    await openStart(async (page) => {
      expect(await page.getByRole('textbox').count()).toBe(1);
      const tasks = page.getByRole('group', { name: 'Tasks' }).getByRole('button');
      expect(await tasks.allTextContents()).toEqual([
        'Block AI training',
        'Test URLs',
        'Check a log',
        'Look at an example',
      ]);
      for (const [text, said] of [
        ['', 'Type the address of a site'],
        ['my shop.com', '“my shop.com” has a space in it'],
        ['shop', '“shop” is not the address of a site'],
        ['/cart/', '“/cart/” is not the address of a site'],
      ] as const) {
        await askSite(page, text);
        await page.getByRole('status').filter({ hasText: said }).waitFor();
      }
    });
  });

  it('answers for a site by purpose, groups its mistakes, and leads to the deciding line', async () => {
    await openStart(async (page) => {
      await askSite(page);
      await page.getByText(/Search engines: .*may read a part/).waitFor();
      await page.getByText(/AI training: .*may read nothing/).waitFor();
      await page.getByText(/Line 8: .*1 more line like this/).waitFor();
      await page
        .getByText(/AI training: /)
        .first()
        .click();
      await page.getByRole('button', { name: 'GPTBot', exact: true }).click();
      await page.getByText('line 5').first().waitFor();
      await page.getByRole('tab', { name: 'Verdicts', selected: true }).waitFor();
    });
  });

  it('is spoken in order: the field, its button, the tasks; then the answer and the next steps', async () => {
    await openStart(async (page) => {
      const first = await spokenOn(page);
      expect(first.filter((part) => !/^(?:status|heading)/.test(part))).toEqual([
        'button Robots workbench',
        'button Menu',
        'form Ask about a site',
        'textbox Your site',
        'button Show who may read it',
        'group Tasks',
        'button Block AI training',
        'button Test URLs',
        'button Check a log',
        'button Look at an example',
      ]);
      await askSite(page);
      await page.getByText(/Search engines: /).waitFor();
      const answer = await spokenOn(page);
      for (const part of [
        'textbox URL or path',
        'combobox Crawler',
        'region Who may read it',
        'region Mistakes in the file',
        'group Next steps',
        'button Block AI training',
      ])
        expect(answer).toContain(part);
      await page.getByRole('button', { name: 'Test URLs' }).click();
      await page.getByRole('tab', { name: 'Verdicts' }).waitFor();
      const buttons = (await spokenOn(page)).filter((part) => /^button (?:Ask|Answers)$/.test(part));
      expect(buttons).toEqual(['button Ask', 'button Answers']);
    });
  });

  it('loads at most 150 kB until the answer for a site shows', async () => {
    await openStart(
      async (page) => {
        const requests: Request[] = [];
        page.on('requestfinished', (request) => requests.push(request));
        // The page loads more as soon as the answer shows, perhaps before this test sees it.
        await page.addInitScript(() => {
          new MutationObserver((_, observer) => {
            if (!document.body?.textContent?.includes('Search engines: ')) return;
            Object.assign(globalThis, { answeredAt: Date.now() });
            observer.disconnect();
          }).observe(document, { childList: true, subtree: true });
        });
        await page.reload();
        await page.getByText('service ready').waitFor();
        await askSite(page);
        await page.getByText(/Search engines: /).waitFor();
        const answeredAt = await page.evaluate(
          () => (globalThis as unknown as { answeredAt: number }).answeredAt,
        );
        const loaded = requests
          .filter((request) => request.timing().startTime <= answeredAt)
          .map((request) => new URL(request.url()).pathname);
        const files = [...new Set(loaded)].filter((path) => /^\/(?:assets\/|$)/.test(path));
        const sizes = await Promise.all(
          files.map(
            async (path) =>
              gzipSync(await readFile(`${workbench.folder}${path === '/' ? '/index.html' : path}`)).length,
          ),
        );
        const bytes = sizes.reduce((sum, size) => sum + size, 0);
        console.log(`until the first answer: ${(bytes / 1000).toFixed(1)} kB gzip in ${files.length} files`);
        expect(bytes).toBeLessThanOrEqual(150_000);
      },
      { serviceWorkers: 'block' },
    );
  });

  it.each([
    ['light', 1366],
    ['dark', 1366],
    ['light', 390],
    ['dark', 390],
    ['light', 1920],
    ['dark', 1920],
  ] as const)('has no violations of axe: %s, %d pixels', async (colorScheme, width) => {
    await openStart(
      async (page) => {
        expect(await violationsOn(page)).toEqual([]);
        await askSite(page);
        await page.getByText(/Search engines: /).click();
        await page.getByText(/Line 8/).waitFor();
        expect(await violationsOn(page)).toEqual([]);
      },
      { colorScheme, viewport: { width, height: 768 } },
    );
  });
});

describe('the SEO', needsBrowser, () => {
  it('exports 30 URLs for exactly 3 crawlers with reasons in eight actions', async () => {
    await openStart(async (page) => {
      const click = (name: string | RegExp): Promise<void> =>
        page.getByRole('button', { name, exact: typeof name === 'string' }).click();
      await askSite(page); // 1: the address and Enter
      await click('Test URLs'); // 2
      await click('URLs…'); // 3
      const urls = Array.from({ length: 30 }, (_, at) => `/cart/${at % 29}`);
      await page.getByLabel('URLs, one per line, or a sitemap').fill(urls.join('\n'));
      await click('Use these URLs'); // 4
      await page.getByText('1 duplicate merged').waitFor();
      await click('More'); // 5
      await click('Crawlers…'); // 6
      await page.getByRole('searchbox', { name: 'Find crawlers' }).fill('googlebot, gptbot, Bingbot');
      await page.keyboard.press('Enter');
      await page.getByText('29 URLs × 3 crawlers: 87 verdicts').waitFor();
      const download = page.waitForEvent('download');
      await click('More'); // 7
      await click(/^CSV/); // 8
      const rows = (await streamText(await (await download).createReadStream())).trim().split('\r\n');
      expect(rows).toHaveLength(1 + 30 * 3);
      expect(rows[1]).toMatch(/^\/cart\/0,GPTBot,disallowed,rule,5,Disallow: \/,.*,live$/);
      expect(rows[2]).toMatch(/^\/cart\/0,Googlebot,disallowed,rule,2,Disallow: \/cart\/,.*,live$/);
      expect(rows[3]).toMatch(/^\/cart\/0,bingbot,/);
      expect(rows.at(-1)).toMatch(/^\/cart\/0,bingbot,/);
    });
  });
});

describe('the shop owner', needsBrowser, () => {
  it('has a file without AI training in four actions', async () => {
    await openStart(async (page) => {
      await askSite(page); // 1: the address and Enter
      await page.getByRole('button', { name: 'Block AI training' }).click(); // 2
      await page.getByRole('button', { name: 'Write into the draft' }).click(); // 3
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download robots.txt' }).click(); // 4
      const text = await streamText(await (await download).createReadStream());
      expect(text).toContain('User-agent: Bytespider\n');
      expect(text).not.toMatch(/anthropic-ai|Claude-Web/i);
      await page.getByText('Where to put it').click();
      await page.getByText('Shopify').first().waitFor();
    });
  });
});
