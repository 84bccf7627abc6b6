import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, pasteDraft, startWorkbench, type Workbench } from './open-page.ts';

let workbench: Workbench;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread's own time: what other programs do meanwhile is not in it. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The longest task of the page's main thread, in milliseconds of its own time, while `work` goes on. */
async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser() as Browser;
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const main = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const isMain = ({ pid, tid }: TraceEvent): boolean =>
    main.some((one) => one.pid === pid && one.tid === tid);
  const tasks = traceEvents.filter(
    (event) => event.ph === 'X' && event.name.endsWith('RunTask') && isMain(event),
  );
  expect(tasks.length).toBeGreaterThan(100);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

function ruleFile(rule: (index: number) => string): string {
  const lines = ['User-agent: *'];
  for (let index = 0, size = 14; size < 511_000; index++) {
    const line = rule(index);
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join('\n');
}

describe.skipIf(!hasBrowser)('bad input (skipped: no Chromium)', () => {
  beforeAll(async () => {
    workbench = await startWorkbench();
  }, 120_000);
  afterAll(() => workbench?.close());

  it.each([
    ['many stars', (index: number) => `Disallow: /*${index}*a*b*c*`],
    ['plain rules', (index: number) => `Disallow: /path/${index}/`],
    ['the same pattern of stars', () => 'Disallow: /*a*b*a*b*a*b'],
  ])('500 KiB of %s with 5,000 URLs: no frame over 200 ms', { timeout: 90_000 }, async (name, rule) => {
    const { page, problems, close } = await workbench.open();
    const urls = Array.from(
      { length: 5000 },
      (_, at) => `/section-${at % 50}/${'abc'.repeat(at % 20)}/page-${at}`,
    );
    await page.getByRole('button', { name: 'URLs…' }).click();
    await page
      .locator('dialog input[type=file]')
      .setInputFiles({ name: 'urls.txt', mimeType: 'text/plain', buffer: Buffer.from(urls.join('\n')) });
    await page.waitForTimeout(300);
    await page.getByRole('button', { name: 'Use these URLs' }).click();
    await page.getByText('5000 URLs ×').waitFor();
    await page.waitForTimeout(1000);
    const milliseconds = await longestTask(page, async () => {
      await pasteDraft(page, ruleFile(rule));
      await page.waitForTimeout(6000);
      await page.getByText(/5000 URLs × \d+ crawlers: [\d,]+ verdicts/).waitFor({ timeout: 20_000 });
      await page.getByRole('grid').press('Control+End');
      await page.getByRole('grid').press('PageUp');
      await page.getByPlaceholder('Filter URLs').fill('section-7');
      await page.getByText(/of 5000 URLs/).waitFor();
      await page.waitForTimeout(1000);
    });
    console.log(`longest task, ${name}: ${milliseconds.toFixed(0)} ms`);
    expect(milliseconds).toBeLessThan(200);
    expect(problems).toEqual([]);
    await close();
  });

  it('executes nothing, wherever it is put', async () => {
    const { page, problems, close } = await workbench.open();
    const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    await pasteDraft(
      page,
      `User-agent: ${markup}\nDisallow: /${markup}\nAllow: /"><svg onload=alert(3)>\nContent-Signal: ${markup}=yes\nLicense: javascript:alert(4)\nSitemap: javascript:alert(5)\n${markup}\n`,
    );
    await page.getByRole('button', { name: 'URLs…' }).click();
    await page
      .getByLabel('URLs, one a line, or a sitemap')
      .fill(
        `javascript:alert(6)\n/${markup}\nhttps://a.example/"><svg onload=alert(7)>\n${markup}\n=HYPERLINK("x")\ndata:text/html,${markup}`,
      );
    await page.getByRole('button', { name: 'Use these URLs' }).click();
    await page.getByText('6 URLs ×').waitFor();
    for (const row of await page.locator('.matrix-url').all()) {
      await row.click();
      for (const name of ['Site', 'Readings', 'Usage', 'Compare', 'Verdicts']) {
        await page.getByRole('tab', { name }).click();
        await page.waitForTimeout(60);
      }
    }
    await page.getByPlaceholder('Filter URLs').fill(markup);
    await page.waitForTimeout(500);
    const links = await page.evaluate(() =>
      [...document.querySelectorAll('a[href]')].map((link) => (link as HTMLAnchorElement).protocol),
    );
    expect(links.filter((protocol) => protocol !== 'https:')).toEqual([]);
    expect(await page.locator('script:not([src]), img[onerror], svg[onload]').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it.each([
    ['no JSON', '#w1=AAAA'],
    ['nothing', '#w1='],
    ['something else', '#hello'],
  ])('opens the example where the link holds %s', async (_name, path) => {
    const { page, problems, close } = await workbench.open({ path });
    await page.getByText('1,050 verdicts').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('refuses a link that inflates without end', async () => {
    const { page, problems, close } = await workbench.open();
    const fragment = await page.evaluate(async () => {
      const megabyte = ' '.repeat(1024 * 1024);
      const blob = new Blob(Array.from({ length: 64 }, () => megabyte));
      const stream = blob.stream().pipeThrough(new CompressionStream('deflate-raw'));
      const octets = new Uint8Array(await new Response(stream).arrayBuffer());
      let binary = '';
      for (const octet of octets) binary += String.fromCharCode(octet);
      return `#w1=${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
    });
    const other = await workbench.open({ path: fragment });
    await other.page.getByText('1,050 verdicts').waitFor();
    expect([...problems, ...other.problems]).toEqual([]);
    await other.close();
    await close();
  });
});
