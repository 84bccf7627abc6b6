/** Tests interference from outside the page: other tabs, a browser without storage, forged links, failing sitemaps. */

import { gzipSync } from 'node:zlib';
import { DEFAULT_MAX_SIZE } from 'robots-exclusion';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFragment } from '../../src/state/shared.ts';
import {
  answerOf,
  askFor,
  choose,
  chosenIn,
  needsBrowser,
  openPanel,
  pasteDraft,
  untilKept,
  useWorkbench,
} from './open-page.ts';
import { startService, startSite, type TestSite } from './start-service.ts';

const workbench = useWorkbench();
let site: TestSite;

describe('whatever happens', needsBrowser, () => {
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(async () => {
    await site?.close();
  });

  it('keeps two drafts in two tabs', () =>
    workbench.on(async (page) => {
      const draftOf = (tab: typeof page): Promise<string | null> => tab.locator('.cm-content').textContent();
      const stored = (tab: typeof page): Promise<string> =>
        tab.evaluate(() => sessionStorage.getItem('robots-workbench:session') ?? '');
      await pasteDraft(page, 'User-agent: *\nDisallow: /first/\n');
      await expect.poll(() => stored(page)).toContain('/first/');
      const other = await page.context().newPage();
      await other.goto(page.url().split('#')[0] as string);
      await other.locator('.cm-content').waitFor();
      await pasteDraft(other, 'User-agent: *\nDisallow: /second/\n');
      await expect.poll(() => stored(other)).toContain('/second/');
      // Removes the state from the address, so that each tab can restore only the state that it stored.
      for (const [tab, name] of [
        [page, 'first'],
        [other, 'second'],
      ] as const) {
        await tab.evaluate(() => history.replaceState(null, '', location.pathname));
        await tab.reload();
        await expect.poll(() => draftOf(tab)).toContain(`/${name}/`);
      }
    }));

  it('works where the browser keeps nothing, and says so', async () => {
    const { page, close } = await workbench.open();
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.reload();
    await page.locator('.matrix-row').first().waitFor();
    await pasteDraft(page, 'User-agent: *\nDisallow: /kept/\n');
    await page.getByText('Nothing is saved in this browser').waitFor();
    await askFor(page, '/kept/x', 'GPTBot');
    await answerOf(page, 'No. GPTBot may not fetch /kept/x');
    await close();
  });

  it('claims nothing that a link says about a fetch, and fetches nothing for it', async () => {
    const path = await writeFragment({
      draft: 'User-agent: *\nDisallow: /\n',
      robotsUrl: 'https://victim.example/robots.txt',
      url: 'https://victim.example/x',
      urls: ['https://victim.example/x'],
      site: { state: 'read', robotsUrl: 'https://victim.example/robots.txt', text: '', fetchedAt: 1 },
      service: 'up',
      answered: {
        url: 'https://victim.example/x',
        crawler: 'Googlebot',
        answer: { verdict: { allowed: true } },
      },
    });
    const { page, problems, close } = await workbench.open({ path });
    await answerOf(page, 'No. Googlebot may not fetch /x: line 2, Disallow: /.');
    await answerOf(page, 'It was not fetched from a site');
    expect(problems).toEqual([]);
    await close();
  });

  it('compares the draft with the file as it was opened, and with the one before', () =>
    workbench.on(async (page) => {
      for (const [name, path] of [
        ['a.txt', '/a/'],
        ['b.txt', '/b/'],
      ] as const) {
        const buffer = Buffer.from(`User-agent: *\nDisallow: ${path}\n`);
        await page.locator('.draft input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer });
        await page.getByText(`${name}: `).waitFor();
      }
      await openPanel(page, 'Compare');
      expect(await chosenIn(page, 'Before')).toContain('Opened: b.txt');
      await page.getByText('The draft is identical to this version').waitFor();
      await choose(page, 'Before', /Opened: a\.txt/);
      await page.locator('.compare').getByText('/a/').first().waitFor();
    }));

  it('opens UTF-16 and says so, refuses 5 MB and keeps the draft, and takes 5 MB that are pasted', () =>
    workbench.on(async (page) => {
      const open = (name: string, buffer: Buffer) =>
        page.locator('.draft input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer });
      await open('utf-16.txt', Buffer.from('\ufeffUser-agent: *\nDisallow: /größe/\n', 'utf16le'));
      await page.getByText('converted from UTF-16LE to UTF-8').waitFor();
      await askFor(page, '/größe/x');
      await answerOf(page, 'No. Googlebot may not fetch /größe/x: line 2');
      const rules = 'Disallow: /path/of/some/length\n'.repeat(170_000);
      const large = `User-agent: *\nDisallow: /first/\n${rules}`;
      await open('large.txt', Buffer.from(large));
      await page.getByText('large.txt is larger than 4 MiB').waitFor();
      await answerOf(page, 'No. Googlebot may not fetch /größe/x: line 2');
      await pasteDraft(page, large);
      await page.getByText(`Only the first ${DEFAULT_MAX_SIZE} is read`).waitFor();
      await askFor(page, '/first/x');
      await answerOf(page, 'No. Googlebot may not fetch /first/x: line 2');
      await pasteDraft(page, rules.repeat(10));
      await page.getByText('The pasted text is larger than 16 MiB').waitFor();
      await answerOf(page, 'No. Googlebot may not fetch /first/x: line 2');
    }));

  it('can be installed: a manifest, icons and a service worker that serves the page offline', async () => {
    const { page, close } = await workbench.open();
    await untilKept(page);
    const devtools = await page.context().newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Test contexts are private windows, in which nothing can be installed.
    const reasons = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
    expect(reasons).toEqual([]);
    const { data, errors } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Robots workbench', display: 'standalone' });
    await page.context().setOffline(true);
    await page.reload();
    await askFor(page, '/cart/', 'GPTBot');
    await answerOf(page, 'No. GPTBot may not fetch /cart/');
    await close();
  });

  it('takes as many of a million pasted URLs as it lists, and says what is left out', () =>
    workbench.on(async (page) => {
      await page.getByRole('button', { name: 'URLs…' }).click();
      await page.getByLabel('URLs, one per line, or a sitemap').evaluate((field) => {
        (field as HTMLTextAreaElement).select();
        const clipboardData = new DataTransfer();
        const urls = Array.from(
          { length: 1_000_000 },
          (_, at) => `https://lamplight.example/cart/of-somebody/${at}`,
        );
        clipboardData.setData('text/plain', urls.join('\n'));
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
      await page.getByText('Omitted: 950,000 URLs').waitFor();
      await page.getByText(/50,000 URLs × 15 crawlers: 750,000 verdicts/).waitFor();
      // The list is too long for a text field. Opening the dialog must not lose any URLs.
      await page.getByRole('button', { name: 'URLs…' }).click();
      await page.getByText('The list of 50,000 URLs is too long to edit here').waitFor();
      await page.getByRole('button', { name: 'Use these URLs' }).click();
      await page.getByText(/50,000 URLs × 15 crawlers/).waitFor();
    }));

  it('compares a file of 3,000 groups, and says for whom else verdicts change', () =>
    workbench.on(async (page) => {
      const groups = Array.from({ length: 3000 }, (_, at) => `User-agent: Bot${at}\nDisallow: /${at}/\n`);
      await pasteDraft(page, groups.join('\n'));
      await openPanel(page, 'Compare');
      await choose(page, 'Before', /Before a file was pasted/);
      await page.getByText('The list is complete: it is proven, not sampled.').waitFor();
      await page.getByText(/^Verdicts also change for .* and 2\d{3} more\.$/).waitFor();
    }));

  it('loads the sitemaps of the file: an index, a packed one, one that is gone', async () => {
    const urls = Array.from({ length: 3000 }, (_, at) => `<url><loc>${site.origin}/page/${at}</loc></url>`);
    site.answer = ({ url }, response) => {
      if (url === '/robots.txt')
        response.end(`User-agent: *\nDisallow: /page/1\nSitemap: ${site.origin}/index.xml\n`);
      else if (url === '/index.xml')
        response.end(
          `<sitemapindex><sitemap><loc>${site.origin}/a.xml.gz</loc></sitemap><sitemap><loc>${site.origin}/gone.xml</loc></sitemap></sitemapindex>`,
        );
      else if (url === '/a.xml.gz') response.end(gzipSync(`<urlset>${urls.join('')}</urlset>`));
      else response.writeHead(404).end();
    };
    const service = await startService(workbench.folder, [site.origin]);
    const { page, close } = await workbench.open({ base: `${service.url}/` });
    await page.getByText('service ready').waitFor();
    await askFor(page, `${site.origin}/page/1`);
    await answerOf(page, 'No. Googlebot may not fetch');
    // For URLs made from the rules, the page shows no percentage.
    expect(await page.getByText('May fetch, %').count()).toBe(0);
    await page.getByRole('button', { name: 'Load the sitemap' }).first().click();
    await page.getByText('3,000 URLs from 3 sitemaps.').waitFor();
    await page.getByText(`${site.origin}/gone.xml answered 404`).waitFor();
    await page.getByText('May fetch, % of 3,000 URLs').waitFor();
    await close();
    await service.close();
  });

  it('weighs URLs by the clicks of a table', () =>
    workbench.on(async (page) => {
      await page.getByRole('button', { name: 'URLs…' }).click();
      await page
        .getByLabel('URLs, one per line, or a sitemap')
        .fill('Page,Clicks\nhttps://lamplight.example/cart/,900\nhttps://lamplight.example/about,100\n');
      await page.getByRole('button', { name: 'Use these URLs' }).click();
      await page.getByText('May fetch, % of 1,000 clicks').waitFor();
      await page.locator('.share[title="May fetch 100 of 1,000 clicks"]').first().waitFor();
    }));
});
