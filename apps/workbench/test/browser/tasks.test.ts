/** Tests a new user's tasks. Counts the clicks, keys and fields that each task takes, starting with the first click. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, needsBrowser, openArea, openPanel, pasteDraft, useWorkbench } from './open-page.ts';
import { robotsTxt, startService, startSite, type TestSite } from './start-service.ts';

const workbench = useWorkbench();
let site: TestSite;

/** Maximum number of actions per task. */
const MAX_ACTIONS = 3;

/** Counts the user's steps: a filled field, a press of Enter, or a click. */
class Actions {
  readonly page: Page;
  readonly device: string;
  count = 0;

  constructor(page: Page, device: string) {
    this.page = page;
    this.device = device;
  }

  async fill(label: string, text: string): Promise<void> {
    this.count++;
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  async enter(): Promise<void> {
    this.count++;
    await this.page.keyboard.press('Enter');
  }

  async click(role: 'button' | 'tab' | 'option', name: string | RegExp): Promise<void> {
    this.count++;
    await this.page.getByRole(role, { name }).first().click();
  }

  /** A phone shows one part of the page at a time; a large screen always shows these parts. */
  async openOnPhone(...clicks: readonly ['button' | 'tab', string][]): Promise<void> {
    if (this.device !== 'a phone') return;
    for (const [role, name] of clicks) await this.click(role, name);
  }

  /** Asserts that the task took at most `most` steps, and that no dialog is open. */
  async done(task: string, most: number): Promise<void> {
    expect(await this.page.getByRole('dialog').count()).toBe(0);
    console.log(`${this.device}: ${task}: ${this.count} actions`);
    expect(this.count).toBeLessThanOrEqual(Math.min(most, MAX_ACTIONS));
  }
}

const live = 'User-agent: *\nDisallow: /blog/\nDisallow: /blog/drafts/\n\nUser-agent: GPTBot\nDisallow: /\n';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const VIEWS: readonly [string, BrowserContextOptions][] = [
  ['a desk', {}],
  ['a phone', PHONE],
];

describe.each(VIEWS)('tasks of a new user at %s', needsBrowser, (device, view) => {
  beforeAll(async () => {
    site = await startSite();
    site.answer = robotsTxt(live);
  });
  afterAll(async () => {
    await site?.close();
  });

  async function withService(work: (page: Page, actions: Actions) => Promise<void>): Promise<void> {
    const limits = { minReloadSeconds: 0 };
    const service = await startService(workbench.folder, [site.origin], 0, { limits });
    const { page, problems, close } = await workbench.open({ base: `${service.url}/`, ...view });
    await page.getByText('service ready').waitFor();
    await work(page, new Actions(page, device));
    expect(problems).toEqual([]);
    await close();
    await service.close();
  }

  it('asks one URL of a site', () =>
    withService(async (page, actions) => {
      await actions.fill('URL or path', `${site.origin}/blog/x`);
      await actions.enter();
      await answerOf(page, `No. Googlebot may not fetch ${site.origin}/blog/x: line 2, Disallow: /blog/.`);
      await actions.done('ask one URL', 2);
    }));

  it('asks for another crawler, by the beginning of its name', () =>
    withService(async (page, actions) => {
      await actions.fill('Crawler', 'gptb');
      await page.getByRole('option', { name: /GPTBot/ }).waitFor();
      await actions.click('option', /GPTBot/);
      await answerOf(page, 'GPTBot may not fetch /search/help');
      await actions.done('ask for another crawler', 2);
    }));

  it('learns why', () =>
    withService(async (page, actions) => {
      await actions.fill('URL or path', `${site.origin}/blog/drafts/x`);
      await actions.enter();
      const why = page.getByRole('region', { name: 'Why' });
      await why.getByText('Line 3 decides: the most specific of 2 matching rules').waitFor();
      await why.getByRole('row', { name: 'Disallow: /blog/ 6 shorter' }).waitFor();
      await expect.poll(() => page.locator('.rx-deciding').textContent()).toBe('Disallow: /blog/drafts/');
      await actions.done('why', 2);
    }));

  it('learns what would let it in, and applies it', () =>
    withService(async (page, actions) => {
      await actions.fill('URL or path', `${site.origin}/blog/x`);
      await actions.enter();
      const change = page.getByRole('region', { name: 'What would let it in' });
      await change.getByText('Allow: /blog/x$').waitFor();
      await change
        .getByText(/it changes this URL for every crawler without its own group and nothing else/)
        .waitFor();
      await actions.click('button', 'Apply to the draft');
      await answerOf(page, `Yes. Googlebot may fetch ${site.origin}/blog/x: line 2, Allow: /blog/x$.`);
      await actions.done('what would let it in', 3);
    }));

  it('learns whether a change is live', () =>
    withService(async (page, actions) => {
      await actions.fill('URL or path', `${site.origin}/blog/x`);
      await actions.enter();
      await page.getByText('Live file', { exact: true }).waitFor();
      await page
        .getByText(/fetched just now/)
        .first()
        .waitFor();
      await actions.click('button', 'Fetch again');
      await page.getByText('The live file is unchanged').waitFor();
      await actions.done('is my change live', 3);
    }));

  it('loads the sitemap of the file', () =>
    withService(async (page, actions) => {
      site.answer = ({ url }, response) => {
        if (url === '/robots.txt') response.end(`${live}Sitemap: ${site.origin}/sitemap.xml\n`);
        else response.end(`<urlset><url><loc>${site.origin}/blog/1</loc></url></urlset>`);
      };
      await actions.fill('URL or path', `${site.origin}/x`);
      await actions.enter();
      await actions.click('button', 'Load the sitemap');
      await page.getByText('1 URL from 1 sitemap.').waitFor();
      await page.getByRole('row', { name: '/blog/1' }).waitFor();
      await actions.done('load the sitemap', 3);
    }));

  it('learns what a change changes, for whom', async () => {
    const { page, close } = await workbench.open(view);
    const actions = new Actions(page, device);
    await actions.click('button', 'Change');
    await actions.click('tab', 'Compare');
    await page.getByRole('heading', { name: 'What changes, over all possible URLs' }).waitFor();
    await page.getByRole('list', { name: 'Changes by crawler' }).getByText('GPTBot').waitFor();
    await actions.done('what changes for whom', 2);
    await close();
  });

  it('learns whether AI may be trained with a page', async () => {
    const { page, close } = await workbench.open(view);
    const actions = new Actions(page, device);
    await actions.click('tab', 'Usage');
    await page.locator('.use-card', { hasText: 'AI training' }).getByText('Disallowed').waitFor();
    await actions.done('AI training', 1);
    await close();
  });

  it('learns which rules never match', async () => {
    const { page, close } = await workbench.open(view);
    const actions = new Actions(page, device);
    await actions.openOnPhone(['button', 'Change'], ['tab', 'robots.txt']);
    await pasteDraft(page, 'User-agent: *\nDisallow: /a\nDisallow: /a/b\n');
    actions.count++;
    await page.getByRole('region', { name: 'Findings' }).getByText('redundant-rule').first().waitFor();
    await actions.done('which rules never match', 3);
    await close();
  });

  it('keeps AI training crawlers out, and takes it back', async () => {
    const { page, close } = await workbench.open(view);
    const actions = new Actions(page, device);
    if (device === 'a phone') await openPanel(page, 'robots.txt');
    await pasteDraft(page, 'User-agent: *\nDisallow: /cart/\n');
    await openArea(page, 'Verdicts');
    await actions.click('button', 'Change');
    await actions.openOnPhone(['tab', 'Block or welcome']);
    const lines = page.getByRole('list', { name: 'Difference' });
    await lines.getByText('User-agent: GPTBot').waitFor();
    await page.getByRole('row', { name: /GPTBot OpenAI AI training/ }).waitFor();
    await actions.click('button', 'Write into the draft');
    await expect.poll(() => page.locator('.cm-content').textContent()).toContain('# Not for: training');
    await actions.done('block AI training', 3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.locator('.cm-content').textContent()).toBe('User-agent: *Disallow: /cart/');
    await close();
  });

  it('hands the answer on', async () => {
    const { page, close } = await workbench.open({
      permissions: ['clipboard-read', 'clipboard-write'],
      ...view,
    });
    const actions = new Actions(page, device);
    await actions.openOnPhone(['tab', 'Why']);
    await actions.click('button', 'Copy link to this answer');
    await page.getByText('Link to this answer copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await actions.done('share', 2);
    await page.getByRole('button', { name: 'Copy as text' }).click();
    await page.getByText('Answer copied as text.').waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(/^Yes\. Googlebot may fetch .*\/search\/help: line 10, Allow: \/search\/help\.\n/);
    const { hash } = new URL(link);
    const opened = await workbench.open({ path: hash });
    await answerOf(opened.page, 'Yes. Googlebot may fetch /search/help: line 10, Allow: /search/help.');
    await opened.close();
    await close();
  });
});

describe('a phone', needsBrowser, () => {
  it('shows question, answer, then the rest behind tabs that stick', async () => {
    const { page, close } = await workbench.open(PHONE);
    const actions = new Actions(page, 'a phone');
    await actions.fill('URL or path', '/cart/');
    await actions.enter();
    await answerOf(page, 'No. Googlebot may not fetch /cart/');
    await actions.done('on a phone', 2);
    const top = async (name: string): Promise<number> =>
      (
        await page
          .getByRole(name === 'tablist' ? 'tablist' : 'region', { name: name === 'tablist' ? 'Views' : name })
          .boundingBox()
      )?.y ?? 0;
    const question = (await page.getByLabel('URL or path').boundingBox())?.y ?? 0;
    expect(question).toBeLessThan(await top('Answer'));
    expect(await top('Answer')).toBeLessThan(await top('tablist'));
    await page.setViewportSize({ width: 390, height: 420 });
    await page.getByRole('tab', { name: 'Usage' }).click();
    await page.getByText('All crawlers').waitFor();
    await openPanel(page, 'robots.txt');
    await page.getByText('misspelt-record').waitFor();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, select, summary')]
        .filter((element) => element.checkVisibility() && element.closest('.sr-only, .skip') === null)
        .map((element) => ({
          text: element.textContent?.slice(0, 30),
          height: element.getBoundingClientRect().height,
        }))
        .filter(({ height }) => height > 0 && height < 44),
    );
    expect(small).toEqual([]);
    await close();
  });
});
