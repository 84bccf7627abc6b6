import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { writeFragment } from '../../src/state/shared.ts';
import { longestTask, medianOfThree } from './long-tasks.ts';
import { needsBrowser, openPanel, panelsByArea, pasteDraft, settled, useWorkbench } from './open-page.ts';

const workbench = useWorkbench();

function ruleFile(rule: (index: number) => string): string {
  const lines = ['User-agent: *'];
  for (let index = 0, size = 14; size < 511_000; index++) {
    const line = rule(index);
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join('\n');
}

const MARKUP = '<img src=x onerror=alert(1)><script>alert(2)</script>';

/** Elements that could execute inserted content, in the page and in the editor's shadow tree. */
async function executable(page: Page): Promise<readonly string[]> {
  const elements = page.locator(
    'script:not([src]), img[onerror], svg[onload], a[href]:not([href^="https:"]), iframe',
  );
  return elements.evaluateAll((found) => found.map(({ outerHTML }) => outerHTML));
}

/**
 * Texts and titles that contain a hidden character. The editor marks these characters itself, and fields show their
 * contents unchanged.
 */
function hiddenText(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isHidden = /[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;
    const elements = [...document.querySelectorAll('body *:not(.cm-editor, .cm-editor *, textarea)')];
    return elements.flatMap((element) => {
      const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const shown = [...texts.map(({ nodeValue }) => nodeValue ?? ''), element.getAttribute('title') ?? ''];
      return shown.filter((text) => isHidden.test(text));
    });
  });
}

/** Permitted delay of a frame in milliseconds. */
const LIMIT_MS = 100;

async function takeUrls(page: Page): Promise<void> {
  const urls = Array.from(
    { length: 5000 },
    (_, at) => `/section-${at % 50}/${'abc'.repeat(at % 20)}/page-${at}`,
  );
  await page.getByRole('button', { name: 'URLs…' }).click();
  await page
    .locator('dialog input[type=file]')
    .setInputFiles({ name: 'urls.txt', mimeType: 'text/plain', buffer: Buffer.from(urls.join('\n')) });
  await expect
    .poll(() => page.getByLabel('URLs, one per line, or a sitemap').inputValue())
    .toContain('page-4999');
  await page.getByRole('button', { name: 'Use these URLs' }).click();
  // The example names one crawler that is not a column by default.
  await page.getByText(/5,000 URLs × 15 crawlers: [\d,]+ verdicts/).waitFor();
  await settled(page);
}

/** Pastes and judges a hostile file, then moves in the matrix and filters it. */
async function workWith(page: Page, file: string): Promise<void> {
  await pasteDraft(page, file);
  await page.getByText(/5,000 URLs × 14 crawlers: [\d,]+ verdicts/).waitFor();
  await settled(page);
  await page.getByRole('grid').press('Control+End');
  await page.getByRole('grid').press('PageUp');
  await page.getByPlaceholder('Filter URLs').fill('section-7');
  await page.getByText(/^[\d,]+ of 5,000 URLs ×/).waitFor();
  await settled(page);
}

describe('bad input', needsBrowser, () => {
  it.each([
    ['many stars', (index: number) => `Disallow: /*${index}*a*b*c*`],
    ['plain rules', (index: number) => `Disallow: /path/${index}/`],
    ['the same pattern of stars', () => 'Disallow: /*a*b*a*b*a*b'],
  ])('500 KiB of %s with 5,000 URLs: no task over 100 ms', async (name, rule) => {
    const file = ruleFile(rule);
    const milliseconds = await medianOfThree(LIMIT_MS, async () => {
      const { page, problems, close } = await workbench.open();
      await takeUrls(page);
      const longest = await longestTask(page, 100, () => workWith(page, file));
      expect(problems).toEqual([]);
      await close();
      return longest;
    });
    console.log(`longest task of the main thread, 500 KiB of ${name}: ${milliseconds.toFixed(0)} ms`);
    expect(milliseconds).toBeLessThan(LIMIT_MS);
  });

  it('would see a main thread that is held up', async () => {
    const { page, close } = await workbench.open();
    const milliseconds = await longestTask(page, 1, () =>
      page.evaluate(() => {
        const endsAt = performance.now() + 1500;
        while (performance.now() < endsAt);
      }),
    );
    expect(milliseconds).toBeGreaterThan(LIMIT_MS);
    await close();
  });

  it('draws no character that hides or turns the text, on any panel', async () => {
    const hidden = '\u202e\u2066\u200f\u0085\u009b\u200b';
    const draft = `User-agent: Foo${hidden}Bot\nDisallow: /b${hidden}x\n\nUser-agent: *\nDisallow: /a${hidden}b\nDisalow: /${hidden}\nContent-Usage: x${hidden}=n\nSitemap: https://a.example/${hidden}\nLicense: https://a.example/${hidden}\nUnknown${hidden}: y\n`;
    const urls = [`/a${hidden}b`, `/b${hidden}x`];
    const state = { draft, urls, url: urls[0], crawler: 'FooBot', urlsFrom: 'person' };
    const { page, problems, close } = await workbench.open({ path: await writeFragment(state) });
    await settled(page);
    const drawn: string[] = [];
    for (const name of [...(panelsByArea.get('Answers') ?? []), ...(panelsByArea.get('Change') ?? [])]) {
      await openPanel(page, name);
      drawn.push(...(await hiddenText(page)));
    }
    expect(drawn).toEqual([]);
    await expect.poll(() => page.locator('.finding-list').textContent()).toContain('\\u{202e}');
    expect(problems).toEqual([]);
    await close();
  });

  it('executes nothing, in whatever field it is put', () =>
    workbench.on(async (page) => {
      await pasteDraft(
        page,
        `User-agent: ${MARKUP}\nDisallow: /${MARKUP}\nAllow: /"><svg onload=alert(3)>\nContent-Signal: ${MARKUP}=yes\nLicense: javascript:alert(4)\nSitemap: javascript:alert(5)\n${MARKUP}\n`,
      );
      await page.getByRole('button', { name: 'URLs…' }).click();
      await page
        .getByLabel('URLs, one per line, or a sitemap')
        .fill(
          `javascript:alert(6)\n/${MARKUP}\nhttps://a.example/"><svg onload=alert(7)>\n${MARKUP}\n=HYPERLINK("x")\ndata:text/html,${MARKUP}`,
        );
      await page.getByRole('button', { name: 'Use these URLs' }).click();
      await page.getByText('6 URLs ×').waitFor();
      for (const row of await page.locator('.matrix-url').all()) {
        await row.click();
        for (const name of ['Site', 'Readings', 'Usage', 'Compare', 'Verdicts']) await openPanel(page, name);
      }
      await page.locator('.matrix-url').nth(1).click();
      await page.getByPlaceholder('Filter URLs').fill(MARKUP);
      await page.getByText(/ of 6 URLs ×/).waitFor();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('button', { name: 'Crawlers…' }).click();
      await page.getByPlaceholder('Name, operator').fill(MARKUP);
      await page.getByRole('button', { name: 'Done' }).click();
      await openPanel(page, 'Usage');
      await page
        .getByLabel('Response headers, one per line')
        .fill(`X-Robots-Tag: ${MARKUP}\nLink: <javascript:alert(8)>`);
      await settled(page);
      await page
        .locator('.draft input[type=file]')
        .setInputFiles({ name: `${MARKUP}.txt`, mimeType: 'text/plain', buffer: Buffer.from([0xff, 0x0a]) });
      await page.getByText('not valid UTF-8').waitFor();
      await openPanel(page, 'History');
      expect(await executable(page)).toEqual([]);
    }));

  it('executes nothing that a link holds', async () => {
    const script = 'javascript:alert(9)';
    const path = await writeFragment({
      draft: `User-agent: ${MARKUP}\nDisallow: /${MARKUP}`,
      robotsUrl: script,
      urls: [script, MARKUP, `/${MARKUP}`],
      columns: [MARKUP, script],
      crawler: MARKUP,
      url: script,
      panel: MARKUP,
      profile: MARKUP,
      reading: script,
    });
    const { page, problems, close } = await workbench.open({ path });
    await page.getByText(/^3 URLs × 3 crawlers/).waitFor();
    for (const name of ['Site', 'Readings', 'Usage', 'Compare', 'History']) await openPanel(page, name);
    expect(await executable(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('keeps its own words in order, whatever direction the words of a link have', async () => {
    const path = await writeFragment({
      draft: 'User-agent: *\nDisallow: /\u202ex\n',
      urls: ['/\u202ex'],
      crawler: 'Foo\u202eBot',
      url: '/\u202ex',
    });
    const { page, problems, close } = await workbench.open({ path });
    const sentence = page.locator('.sentence');
    await sentence.getByText('may').waitFor();
    const isolated = await sentence
      .locator('bdi, code')
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).unicodeBidi));
    expect(isolated).toEqual(['isolate', 'isolate', 'isolate']);
    const own = await sentence.evaluate((element) =>
      [...element.childNodes]
        .filter((node) => node.nodeName === '#text')
        .map(({ textContent }) => textContent)
        .join(''),
    );
    expect(own).not.toContain('\u202e');
    expect(problems).toEqual([]);
    await close();
  });

  it.each([
    ['no JSON', '#w1=AAAA'],
    ['nothing', '#w1='],
    ['something else', '#hello'],
  ])('begins with one field where the link holds %s', async (_name, path) => {
    const { page, problems, close } = await workbench.open({ path });
    await page.getByRole('textbox', { name: 'Your site' }).waitFor();
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
    await other.page.getByRole('textbox', { name: 'Your site' }).waitFor();
    expect([...problems, ...other.problems]).toEqual([]);
    await other.close();
    await close();
  });
});
