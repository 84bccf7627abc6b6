import { text } from 'node:stream/consumers';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readFragment } from '../../src/state/shared.ts';
import {
  answerOf,
  askFor,
  choose,
  needsBrowser,
  openPanel,
  pasteDraft,
  settled,
  useWorkbench,
} from './open-page.ts';

const workbench = useWorkbench();

async function textOf(download: Download): Promise<string> {
  return text(await download.createReadStream());
}

/** Drops a file on the editor, as a file manager does. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  await page.locator('.cm-content').evaluate(
    (element, file) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([file.content], file.name, { type: 'text/plain' }));
      for (const type of ['dragover', 'drop']) {
        const init = { dataTransfer, bubbles: true, cancelable: true, composed: true };
        element.dispatchEvent(new DragEvent(type, init));
      }
    },
    { name, content },
  );
}

describe('the page in a browser', needsBrowser, () => {
  it('says of a panel that needs a file that there is none, until there is one', () =>
    workbench.on(
      async (page) => {
        await page.getByRole('button', { name: 'Test URLs' }).click();
        for (const name of ['Site', 'Readings', 'Usage', 'AI report', 'Compare']) {
          await openPanel(page, name);
          await page.getByRole('tabpanel', { name }).getByText('There is no file to check').waitFor();
        }
        await openPanel(page, 'AI report');
        await pasteDraft(page, 'User-agent: *\nDisallow: /\n');
        await page.getByText(/AI crawlers may fetch everything/).waitFor();
      },
      { path: '' },
    ));

  it('explains the cell that is clicked, and points at its line', () =>
    workbench.on(async (page) => {
      await page.locator('.matrix-crawler[data-column="2"]', { hasText: 'GPTBot' }).waitFor();
      // Waits until the first view is complete, after which nothing moves under the pointer.
      await page.getByText('1,125 verdicts').waitFor();
      await page.getByText('Line 10 decides').waitFor();
      await page.getByText('misspelt-record').waitFor();
      await page.getByRole('row', { name: '/cart/items' }).getByRole('gridcell').nth(2).click();
      await page.getByRole('region', { name: 'Answer' }).getByText('may not fetch /cart/items').waitFor();
      await page.getByText('Line 23 decides').waitFor();
      await expect.poll(() => page.locator('.rx-deciding').textContent()).toBe('Disallow: /');
    }));

  it('lists the URLs that a line decides', () =>
    workbench.on(async (page) => {
      await page.locator('.rx-count', { hasText: '10' }).click();
      await page.getByText('Decided by line 13 for Googlebot').waitFor();
      await expect.poll(() => page.locator('.matrix-row').count()).toBe(10);
      await page.getByText('Line 13 decides').waitFor();
      await page.getByRole('button', { name: 'Show all URLs' }).click();
      await expect.poll(() => page.locator('.matrix-row').count()).toBeGreaterThan(10);
    }));

  it('fixes what the linter found, and undoes it', () =>
    workbench.on(async (page) => {
      await page.getByRole('button', { name: 'Write "Disallow"' }).click();
      await expect.poll(() => page.getByText('misspelt-record').count()).toBe(0);
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+z');
      await page.getByText('misspelt-record').waitFor();
    }));

  it('takes a file that is dropped: a robots.txt as the draft, a sitemap as URLs', () =>
    workbench.on(async (page) => {
      await drop(page, 'robots.txt', 'User-agent: *\nDisallow: /dropped/\n');
      await page.getByText('robots.txt: 3 URLs generated from its rules').waitFor();
      await page.getByText('3 URLs × 14 crawlers: 42 verdicts').waitFor();
      await page.getByText(/^1 rule ·/).waitFor();
      await expect
        .poll(() => page.locator('.cm-content').textContent())
        .toBe('User-agent: *Disallow: /dropped/');
      await drop(
        page,
        'sitemap.xml',
        '<urlset><url><loc>https://lamplight.example/dropped/1</loc></url></urlset>',
      );
      await page.getByText('1 URL × 14 crawlers: 14 verdicts').waitFor();
      await page.getByText('Line 2 decides').waitFor();
      // A list of URLs that the user opened remains when the file changes.
      await drop(page, 'robots.txt', 'User-agent: *\nAllow: /dropped/\n');
      await page.getByRole('row', { name: /dropped\/1/ }).waitFor();
      await page.getByText('Googlebot may fetch').waitFor();
    }));

  it('judges a pasted file by URLs of its own, and marks those of other sites', () =>
    workbench.on(async (page) => {
      await page.getByRole('button', { name: 'URLs…' }).click();
      await page
        .getByLabel('URLs, one per line, or a sitemap')
        .fill('https://other.example/cart/\n:\n/cart/');
      await page.getByRole('button', { name: 'Use these URLs' }).click();
      await page.getByText('3 URLs × 15 crawlers: 15 verdicts, 30 unknown').waitFor();
      const marked = page.getByRole('rowheader', { name: /on another site, whose own robots.txt applies/ });
      expect(await marked.count()).toBe(1);
      await marked.click();
      await page.getByText('https://other.example is a different site').waitFor();
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Example' }).click();
      await pasteDraft(page, 'User-agent: *\nDisallow: /mine/\n');
      await page.getByText('Pasted: 3 URLs generated from its rules').waitFor();
      await page.getByRole('row', { name: '/mine/page' }).waitFor();
      await page.getByRole('button', { name: 'Format' }).click();
      await page.getByText('already formatted').waitFor();
      const titles = await page.locator('.findings option').allTextContents();
      expect(titles).toContain('All known parsers');
    }));

  it('spells all records alike, and can be undone', () =>
    workbench.on(async (page) => {
      await page.locator('.cm-lintRange').first().waitFor();
      await pasteDraft(page, 'user-agent:*\ndisallow :/a # why\n');
      await page.getByRole('button', { name: 'Format' }).click();
      const textOfDraft = (): Promise<string | null> => page.locator('.cm-content').textContent();
      await expect.poll(textOfDraft).toBe('User-agent: *Disallow: /a  # why');
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+z');
      await expect.poll(textOfDraft).toBe('user-agent:*disallow :/a # why');
    }));

  it('loses nothing that is typed fast', () =>
    workbench.on(async (page) => {
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+A');
      const typed = '# The quick brown fox jumps over the lazy dog.';
      await page.keyboard.type(typed, { delay: 3 });
      await page.getByText('0 rules · 46 B').waitFor();
      expect(await page.locator('.cm-content').textContent()).toBe(typed);
    }));

  it('completes product tokens of the registry', () =>
    workbench.on(async (page) => {
      // Waits until marks appear, because the module that draws them also provides completion.
      await page.locator('.cm-lintRange').first().waitFor();
      await pasteDraft(page, 'User-agent: GPTB');
      await page.keyboard.type('o');
      await page.locator('.cm-tooltip-autocomplete').getByText('OpenAI').first().waitFor();
      // Waits, because just after the list has opened, Enter still inserts a line end, so that fast typing is not
      // disturbed.
      await page.waitForTimeout(200);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.cm-content').textContent()).toBe('User-agent: GPTBot');
    }));

  it('says over a line what it does and for whom', () =>
    workbench.on(async (page) => {
      // The editor moves down when the answer above it arrives.
      await settled(page);
      await expect
        .poll(async () => {
          // A tooltip that another line opened meanwhile stays for as long as the pointer is over it.
          await page.mouse.move(0, 0);
          const box = await page.locator('.cm-line', { hasText: 'Disallow: /checkout' }).boundingBox();
          await page.mouse.move((box?.x ?? 0) + 40 + Math.random() * 20, (box?.y ?? 0) + 10, { steps: 3 });
          // The tooltip opens only after the pointer has rested at a position.
          await page.waitForTimeout(700);
          return page.locator('.rx-hover').allTextContents();
        })
        .toEqual([expect.stringContaining('Disallows every path that begins with “/checkout”.')]);
    }));

  it('takes a sitemap, filters it, and gives the verdicts as CSV and JSON', () =>
    workbench.on(async (page) => {
      await page.getByRole('button', { name: 'URLs…' }).click();
      const sitemap =
        '<urlset><url><loc>https://lamplight.example/cart/?a=1&amp;b=2</loc></url><url><loc>https://lamplight.example/x</loc></url></urlset>';
      await page.getByLabel('URLs, one per line, or a sitemap').fill(`${sitemap}`);
      await page.getByRole('button', { name: 'Use these URLs' }).click();
      await page.getByText('2 URLs ×').waitFor();
      await page.getByPlaceholder('Filter URLs').fill('CART');
      await page.getByText('1 of 2 URLs').waitFor();
      const saved = async (name: string): Promise<string> => {
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('button', { name }).click();
        return textOf(await download);
      };
      const csv = await saved('CSV');
      const url = 'https://lamplight.example/cart/?a=1&b=2';
      expect(csv).toMatch(/^url,agent,result,because,line,rule,/);
      expect(csv).toMatch(/cart\/\?a=1&b=2,Googlebot,disallowed,rule,\d+,Disallow: /);
      const { results } = JSON.parse(await saved('JSON'));
      expect(results).toContainEqual(
        expect.objectContaining({ url, allowed: false, state: 'draft', verdict: expect.anything() }),
      );
      const report = await saved('Report');
      expect(report).toContain('A draft: these answers are not live.');
      expect(report).toContain('?a=1&amp;b=2');
      expect(report).not.toMatch(/<script|src=|href=/);
    }));

  it('offers colours and statements in lists', () =>
    workbench.on(async (page) => {
      const theme = (): Promise<string | undefined> =>
        page.evaluate(() => document.documentElement.dataset['theme']);
      await page.getByRole('button', { name: 'Menu' }).click();
      await choose(page, 'Colours', 'dark');
      await expect.poll(theme).toBe('dark');
      const colours = page.getByRole('combobox', { name: 'Colours' });
      await colours.focus();
      await page.keyboard.type('l');
      await expect.poll(theme).toBe('light');
      await page.keyboard.press('Escape');
      await colours.waitFor({ state: 'hidden' });
      await openPanel(page, 'Usage');
      await page.getByText('Write a usage statement').click();
      await choose(page, 'Search', 'disallow');
      await choose(page, 'AI training', 'silent');
      await page.locator('.builder .lines').first().getByText('search=n').waitFor();
    }));

  it('adds crawlers as columns', () =>
    workbench.on(async (page) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('button', { name: 'Crawlers…' }).click();
      await page.getByPlaceholder('Name, operator').fill('MyOwnBot');
      await page.getByRole('button', { name: 'Add “MyOwnBot”' }).click();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('columnheader', { name: 'MyOwnBot' }).waitFor();
    }));

  it('draws the site, and says the same in a table', () =>
    workbench.on(async (page) => {
      await openPanel(page, 'Site');
      await page.getByRole('img', { name: /: 75 URLs, 47 allowed and 28 disallowed/ }).waitFor();
      await page.getByRole('button', { name: 'Table' }).click();
      await page.getByRole('button', { name: 'magazine/' }).click();
      await page.getByRole('rowheader', { name: 'archive/' }).waitFor();
      await page.getByRole('button', { name: 'Picture' }).click();
      await page.getByRole('button', { name: 'lamplight.example' }).click();
      // A click on the branches that are too small to draw opens the table.
      await page
        .locator('.branch', { hasText: /\d+ more/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Table', pressed: true }).waitFor();
    }));

  it('answers once about a crawler that nobody knows', () =>
    workbench.on(async (page) => {
      await askFor(page, '/search', 'NobodyKnowsBot');
      await answerOf(page, 'NobodyKnowsBot may');
      await page.getByRole('button', { name: 'Apply to the draft' }).waitFor();
      await settled(page);
      for (const name of ['Readings', 'Usage', 'Compare']) await openPanel(page, name);
      await openPanel(page, 'Readings');
    }));

  it('reads the matrix as each crawler does', () =>
    workbench.on(async (page) => {
      await choose(page, 'Read as', 'own');
      await page.getByText('1,125 verdicts').waitFor();
      await page.locator('option[value="python"]').waitFor({ state: 'attached' });
      await choose(page, 'Read as', 'python');
      await page.getByText('Line 9 decides').waitFor();
      await page.getByText('The first matching rule in the file wins, however short it is.').waitFor();
      await page.getByRole('row', { name: 'Allow: /search/help' }).getByText('does not decide').waitFor();
    }));

  it('tells what may be done with a page, and where that stands', () =>
    workbench.on(async (page) => {
      // Line 4 of the example allows AI input, but line 23 decides. The answer must name the deciding statement.
      const decided = 'AI input: disallowed (line 23, Google-Extended of Google)';
      await page.locator('.others', { hasText: decided }).waitFor();
      await openPanel(page, 'Usage');
      await page.locator('.use-card', { hasText: 'AI training' }).getByText('Disallowed').waitFor();
      await page.locator('.use-card', { hasText: 'AI input' }).getByText('Decided by line 23').waitFor();
      await page.getByLabel('Response headers, one per line').fill('X-Robots-Tag: noindex');
      await page.locator('.use-card', { hasText: 'Search' }).getByText('header x-robots-tag').waitFor();
    }));

  it('keeps drafts, and opens them again', () =>
    workbench.on(async (page) => {
      await openPanel(page, 'History');
      await page.getByRole('button', { name: 'Keep this draft' }).click();
      await pasteDraft(page, 'User-agent: *\nDisallow: /new/\n');
      await page.getByRole('button', { name: 'Keep this draft' }).click();
      await page.getByRole('button', { name: /^Open/ }).last().click();
      await expect.poll(() => page.locator('.cm-content').textContent()).toContain('Lamplight');
      await page.reload();
      await openPanel(page, 'History');
      await expect.poll(() => page.getByRole('button', { name: /^Compare with/ }).count()).toBe(2);
    }));

  it('carries everything in the link, and sends nothing', async () => {
    const { page, problems, close } = await workbench.open();
    await pasteDraft(page, 'User-agent: *\nDisallow: /from-the-link/\n');
    const hashNow = (): Promise<string> => page.evaluate(() => location.hash);
    await expect
      .poll(async () => ((await readFragment(await hashNow())) as { draft?: string } | undefined)?.draft)
      .toContain('/from-the-link/');
    const hash = await hashNow();
    const other = await workbench.open({ path: hash });
    await expect.poll(() => other.page.locator('.cm-content').textContent()).toContain('/from-the-link/');
    expect([...problems, ...other.problems]).toEqual([]);
    await other.close();
    await close();
  });
});
