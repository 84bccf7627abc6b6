/**
 * Tests `guardBrowser` in the installed Chromium: some of the ways to a document that `npm run browsers:ways` tries with
 * each driver, all in one browser, and the Crawl-delay over requests of each kind.
 */
import { existsSync } from 'node:fs';
import { createClient, type Guard, guard } from '@robots-exclusion/client';
import { type BrowserGuard, guardBrowser } from '@robots-exclusion/client/browser';
import { needs, startHttpOrigin } from '@robots-exclusion/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../../../apps/workbench/scripts/browser.js';

const module = (name: string) =>
  import(new URL(`../../../integrations/browsers/${name}.js`, import.meta.url).href);

const tried = [
  ...['address', 'link to a new tab', 'window.open, noopener', 'form, POST, 307', 'meta refresh'],
  ...['redirect there and back', 'iframe in a frame of another origin', 'object', 'link rel=prefetch'],
  ...['Link header, prefetch', 'link rel=prefetch, redirect', 'speculation rules, prefetch'],
  ...[
    'speculation rules, header',
    'speculation rules, prerender',
    'a[download]',
    'a[download], three at once',
  ],
  ...['a[download], while an allowed one is long', 'Content-Disposition', 'service worker, page'],
  ...['service worker, frame', 'service worker, its script', 'Worker in a Worker', 'SharedWorker'],
];

/** A page that tries several ways in one tick. */
const everything = {
  act: async () => {},
  page: () =>
    '<link rel="prefetch" href="/private/1"><a download href="/private/2"></a><a download href="/private/3"></a><script>' +
    "const rules = { prefetch: [{ urls: ['/private/4'], eagerness: 'immediate' }] };" +
    "document.body.append(Object.assign(document.createElement('script'), { type: 'speculationrules', text: JSON.stringify(rules) }));" +
    "navigator.serviceWorker.register('/private/5.js').catch(() => {}); open('/302/private/6'); new Worker('/private/7.js');" +
    "for (const each of document.querySelectorAll('a')) each.click(); location.href = '/302/private/8'</script>",
};

describe('a guarded Chromium', needs('Chromium', existsSync(browserPath)), () => {
  const client = createClient({ userAgent: 'FooBot/1.0', addressPolicy: { allow: 'any' } });
  const asked: string[] = [];
  const guarded = guard(client);
  const ask: Guard = (url, call) => {
    asked.push(String(url));
    return guarded(url, call);
  };
  // biome-ignore lint/suspicious/noExplicitAny: the drivers are JavaScript.
  let browser: any;
  let state: BrowserGuard;

  beforeAll(async () => {
    const { loadDriver } = await module('drivers');
    browser = await (await loadDriver('playwright', 'playwright-core', browserPath)).launch();
    state = await guardBrowser(browser.browser, ask);
  });
  afterAll(async () => {
    await browser.close();
    await client.close();
  });

  it('reports the ways that stay open', () => {
    expect(state.open).toEqual(['downloads-at-once', 'second-requests']);
  });

  it('requests nothing that robots.txt disallows, whichever way a page tries', async () => {
    const { WAYS } = await module('ways');
    const { openWay } = await module('try-way');
    const trials = [];
    for (const name of [...tried, 'everything in one tick']) {
      const way = WAYS.find((each: { way: string }) => each.way === name) ?? everything;
      const trial = await openWay(way, browser);
      await trial.act();
      trials.push({ name, trial });
    }
    // The browser loads ahead without asking: the last page gives it time, until a prefetch has been asked about.
    const last = await openWay(
      WAYS.find((each: { way: string }) => each.way === 'link rel=prefetch'),
      browser,
    );
    await expect.poll(() => asked.includes(`${last.site.own}/private/x`)).toBe(true);
    const requested = [...trials.map(({ name, trial }) => [name, trial.site.sent]), ['last', last.site.sent]];
    expect(requested.filter(([, sent]) => sent.length > 0)).toEqual([]);
    for (const { trial } of [...trials, { trial: last }]) await trial.close();
  });

  it('lets through what is allowed: a page, a download and a prefetch, each at its turn', async () => {
    const site = await startHttpOrigin({
      '/robots.txt': 'User-agent: *\nCrawl-delay: 0.3\n',
      '/': '<title>all</title><link rel="icon" href="/icon.png"><link rel="prefetch" href="/prefetched"><iframe src="/frame"></iframe><a download href="/download">d</a><script>new Worker("/worker.js")</script>',
    });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${site.origin}/`);
    const download = page.waitForEvent('download');
    await page.click('a');
    expect((await download).url()).toBe(`${site.origin}/download`);
    const documents = ['/', '/prefetched', '/frame', '/download', '/worker.js'];
    const sent = () => site.requests.filter(({ path }) => documents.includes(path));
    await expect.poll(() => sent().length).toBe(documents.length);
    expect(asked.filter((url) => url.startsWith(site.origin)).toSorted()).toEqual(
      documents.map((path) => site.origin + path).toSorted(),
    );
    await context.close();
    await site.close();
  });
});
