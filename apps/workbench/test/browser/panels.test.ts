import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, pasteDraft, startWorkbench, type Workbench } from './open-page.ts';

let workbench: Workbench;

describe.skipIf(!hasBrowser)('the page in a browser (skipped: no Chromium)', () => {
  beforeAll(async () => {
    workbench = await startWorkbench();
  }, 120_000);
  afterAll(() => workbench?.close());

  it('opens with an example: verdicts, findings and a reason', async () => {
    const { page, problems, close } = await workbench.open();
    await page.getByText('1,050 verdicts').waitFor();
    await page.getByText('Line 10 decides').waitFor();
    await page.getByText('misspelt-record').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('explains the cell that is clicked, and points at its line', async () => {
    const { page, problems, close } = await workbench.open();
    await page.getByRole('row', { name: '/cart/items' }).getByRole('gridcell').nth(4).click();
    await page.locator('.verdict-line').getByText('may not fetch').waitFor();
    await page.getByText('Line 23 decides').waitFor();
    await expect.poll(() => page.locator('.rx-deciding').textContent()).toBe('Disallow: /');
    expect(problems).toEqual([]);
    await close();
  });

  it('lists the URLs that a line decides', async () => {
    const { page, problems, close } = await workbench.open();
    await page.locator('.rx-count', { hasText: '10' }).click();
    await page.getByText('Decided by line 13 for *').waitFor();
    await expect.poll(() => page.locator('.matrix-row').count()).toBe(10);
    await page.getByRole('button', { name: 'Show all URLs' }).click();
    await expect.poll(() => page.locator('.matrix-row').count()).toBeGreaterThan(10);
    expect(problems).toEqual([]);
    await close();
  });

  it('mends what the linter found, and undoes it', async () => {
    const { page, problems, close } = await workbench.open();
    await page.getByRole('button', { name: 'Write "Disallow"' }).click();
    await expect.poll(() => page.getByText('misspelt-record').count()).toBe(0);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+z');
    await page.getByText('misspelt-record').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('loses nothing that is typed fast', async () => {
    const { page, problems, close } = await workbench.open();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+A');
    const text = '# The quick brown fox jumps over the lazy dog.';
    await page.keyboard.type(text, { delay: 3 });
    await page.waitForTimeout(500);
    expect(await page.locator('.cm-content').textContent()).toBe(text);
    expect(problems).toEqual([]);
    await close();
  });

  it('completes product tokens of the registry', async () => {
    const { page, problems, close } = await workbench.open();
    // Marks are drawn by what also completes.
    await page.locator('.cm-lintRange').first().waitFor();
    await pasteDraft(page, 'User-agent: GPTB');
    await page.keyboard.type('o');
    await page.locator('.cm-tooltip-autocomplete').getByText('OpenAI').first().waitFor();
    // Enter is a line end for a moment after the list has opened, so that fast typing is not disturbed.
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.cm-content').textContent()).toBe('User-agent: GPTBot');
    expect(problems).toEqual([]);
    await close();
  });

  it('says over a line what it does and for whom', async () => {
    const { page, problems, close } = await workbench.open();
    const box = await page.locator('.cm-line', { hasText: 'Disallow: /checkout' }).boundingBox();
    await expect
      .poll(
        async () => {
          await page.mouse.move((box?.x ?? 0) + 40 + Math.random() * 20, (box?.y ?? 0) + 10, { steps: 3 });
          await page.waitForTimeout(700);
          return page.locator('.rx-hover').count();
        },
        { timeout: 8000 },
      )
      .toBe(1);
    await page.getByText('Keeps them from what begins with “/checkout”.').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('takes a sitemap, filters it, and gives the verdicts as CSV', async () => {
    const { page, problems, close } = await workbench.open();
    await page.getByRole('button', { name: 'URLs…' }).click();
    const sitemap =
      '<urlset><url><loc>https://a.example/cart/?a=1&amp;b=2</loc></url><url><loc>https://a.example/x</loc></url></urlset>';
    await page.getByLabel('URLs, one a line, or a sitemap').fill(`${sitemap}`);
    await page.getByRole('button', { name: 'Use these URLs' }).click();
    await page.getByText('2 URLs ×').waitFor();
    await page.getByPlaceholder('Filter URLs').fill('CART');
    await page.getByText('1 of 2 URLs').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const csv = await readFile((await download.path()) as string, 'utf8');
    expect(csv).toMatch(/^url,\*,Googlebot,/);
    expect(csv).toContain('https://a.example/cart/?a=1&b=2,disallowed');
    expect(problems).toEqual([]);
    await close();
  });

  it('adds crawlers as columns', async () => {
    const { page, problems, close } = await workbench.open();
    await page.getByRole('button', { name: 'Crawlers…' }).click();
    await page.getByPlaceholder('Name, operator').fill('MyOwnBot');
    await page.getByRole('button', { name: 'Add “MyOwnBot”' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('columnheader', { name: 'MyOwnBot' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('draws the site, and says the same in a table', async () => {
    const { page, problems, close } = await workbench.open();
    await page.getByRole('tab', { name: 'Site' }).click();
    await page.getByRole('img', { name: /of 75 URLs, 47 allowed and 28 disallowed/ }).waitFor();
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('button', { name: 'magazine/' }).click();
    await page.getByRole('rowheader', { name: 'archive/' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('shows how others read the file', async () => {
    const { page, problems, close } = await workbench.open();
    await page.getByRole('tab', { name: 'Readings' }).click();
    await page.getByText(/\d+ of \d+ parsers answer otherwise/).waitFor();
    await page.getByText('The first rule in the file that matches wins, however short.').first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('reads the matrix as each crawler does', async () => {
    const { page, problems, close } = await workbench.open();
    await page.getByLabel('read as').selectOption('own');
    await page.getByText('1,050 verdicts').waitFor();
    await page.getByLabel('read as').locator('option[value="python"]').waitFor({ state: 'attached' });
    await page.getByLabel('read as').selectOption('python');
    await page.getByText('Line 9 decides').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('tells what may be done with a page, and where that stands', async () => {
    const { page, problems, close } = await workbench.open();
    await page.getByRole('tab', { name: 'Usage' }).click();
    await page.locator('.use-card', { hasText: 'AI training' }).getByText('Disallowed').waitFor();
    await page.getByText('Response headers').click();
    await page.getByLabel('Header of the response').fill('X-Robots-Tag: noindex');
    await page.locator('.use-card', { hasText: 'Search' }).getByText('header x-robots-tag').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('compares the draft with another version', async () => {
    const { page, problems, close } = await workbench.open();
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByText(/383 of 1,050 change/).waitFor();
    await page.getByText('Nothing that changes is missing').waitFor();
    await page.getByRole('button', { name: '/products/', exact: true }).first().waitFor();
    await page.locator('.text-diff .cm-mergeView').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('keeps drafts, opens them again, and draws how they grew', async () => {
    const { page, problems, close } = await workbench.open();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Keep this draft' }).click();
    await pasteDraft(page, 'User-agent: *\nDisallow: /new/\n');
    await page.getByRole('button', { name: 'Keep this draft' }).click();
    await page.locator('.chart canvas').first().waitFor();
    await page.getByRole('button', { name: /^Open/ }).last().click();
    await expect.poll(() => page.locator('.cm-content').textContent()).toContain('Lamplight');
    await page.reload();
    await page.getByRole('tab', { name: 'History' }).click();
    await expect.poll(() => page.getByRole('button', { name: /^Compare with/ }).count()).toBe(2);
    expect(problems).toEqual([]);
    await close();
  });

  it('carries everything in the link, and sends nothing', async () => {
    const { page, problems, close } = await workbench.open();
    await pasteDraft(page, 'User-agent: *\nDisallow: /from-the-link/\n');
    await page.waitForTimeout(1500);
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#w1=/);
    const hash = await page.evaluate(() => location.hash);
    const other = await workbench.open({ path: hash });
    await expect.poll(() => other.page.locator('.cm-content').textContent()).toContain('/from-the-link/');
    expect([...problems, ...other.problems]).toEqual([]);
    await other.close();
    await close();
  });

  it('works without a network once it was loaded', async () => {
    const { page, problems, close } = await workbench.open();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('1,050 verdicts').waitFor();
    for (const name of ['Readings', 'Usage', 'Compare', 'History', 'Site']) {
      await page.getByRole('tab', { name }).click();
    }
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.locator('.text-diff .cm-mergeView').waitFor();
    expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    await close();
  });
});
