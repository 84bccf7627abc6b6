import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, askFor, needsBrowser, openPanel, untilKept, useWorkbench } from './open-page.ts';
import { robotsTxt, startService, startSite, type TestSite } from './start-service.ts';

const workbench = useWorkbench();
let site: TestSite;
let other: TestSite;

/** Files requested before the modules for findings and for the editor. These two modules wait for the verdicts. */
function namesOfFirstView(requests: readonly string[]): ReadonlySet<string> {
  const end = requests.findIndex((path) => /^\/assets\/(?:draft-editor|lint)-/.test(path));
  // If neither module were requested, or one of them were the first request, the end of the first view would be
  // unknown.
  expect(end).toBeGreaterThan(0);
  const first = requests.slice(0, end).filter((path) => path !== '/healthz');
  // The verdicts are part of the first view.
  expect(first.some((path) => path.startsWith('/assets/worker-'))).toBe(true);
  return new Set(first);
}

function gzippedLength(path: string): number {
  return gzipSync(readFileSync(join(workbench.folder, path)), { level: 9 }).length;
}

function draftOf(page: Page): Promise<string | null> {
  return page.locator('.cm-content').textContent();
}

describe('with the service', needsBrowser, () => {
  beforeAll(async () => {
    site = await startSite();
    other = await startSite();
    other.answer = robotsTxt('User-agent: *\nDisallow: /other/\n');
  });
  afterAll(async () => {
    await site?.close();
    await other?.close();
  });

  it('opens an origin of its own machine for whoever started the service, and for nobody else', async () => {
    site.answer = robotsTxt('User-agent: *\nDisallow: /live/\n');
    const ownerKey = 'a-key_of-22-characters';
    const service = await startService(workbench.folder, [], 0, { ownerKey });
    const asks = async (path: string) => {
      const opened = await workbench.open({ base: `${service.url}/`, path });
      await opened.page.getByText('service ready').waitFor();
      if (path !== '#example') await opened.page.getByRole('button', { name: 'Look at an example' }).click();
      await askFor(opened.page, `${site.origin}/live/x`);
      await answerOf(opened.page, `robots serve --also-fetch ${site.origin}`);
      return opened;
    };
    const button = { name: `Allow fetching from ${site.origin} until the service stops` };
    const stranger = await asks('#example');
    await answerOf(stranger.page, 'open the page at the address that the service printed');
    expect(await stranger.page.getByRole('button', button).count()).toBe(0);
    const guesser = await asks('#owner=another-key');
    await guesser.page.getByRole('button', button).click();
    await answerOf(guesser.page, 'Only the owner of the service may do this');
    const owner = await asks(`#owner=${ownerKey}`);
    expect(owner.page.url()).not.toContain('owner');
    await owner.page.getByRole('button', button).click();
    await answerOf(
      owner.page,
      `No. Googlebot may not fetch ${site.origin}/live/x: line 2, Disallow: /live/.`,
    );
    // For an address outside this machine, even the owner gets no button.
    await askFor(owner.page, 'http://10.0.0.1/x');
    await answerOf(owner.page, 'robots serve --also-fetch http://10.0.0.1');
    expect(await owner.page.getByRole('button', { name: 'until the service stops' }).count()).toBe(0);
    expect([...stranger.problems, ...owner.problems]).toEqual([]);
    for (const { close } of [stranger, guesser, owner]) await close();
    await service.close();
  });

  it('answers for another site only from its own file, which a button fetches', async () => {
    site.answer = robotsTxt('User-agent: *\nDisallow: /x\n');
    const service = await startService(workbench.folder, [site.origin, other.origin]);
    const { page, problems, close } = await workbench.open({ base: `${service.url}/` });
    await page.getByText('service ready').waitFor();
    await askFor(page, `${site.origin}/x`);
    await answerOf(page, 'No. Googlebot may not fetch');
    const https = `https${site.origin.slice('http'.length)}`;
    await page.getByRole('button', { name: 'URLs…' }).click();
    await page
      .getByLabel('URLs, one per line, or a sitemap')
      .fill(['/x', '/y', `${https}/x`, `${other.origin}/x`, `${other.origin}/other/`].join('\n'));
    await page.getByRole('button', { name: 'Use these URLs' }).click();
    const unknown = page.getByRole('gridcell', { name: 'Unknown: the robots.txt of another site applies' });
    const columns = await page.locator('.matrix-row').first().getByRole('gridcell').count();
    await page.getByText('3 URLs of 2 other sites: unknown').waitFor();
    expect(await unknown.count()).toBe(3 * columns);
    await page.getByRole('button', { name: 'Fetch their robots.txt' }).click();
    // The service may not fetch from there, so that URL stays unknown.
    await page.getByText(`1 URL of ${https}: unknown`).waitFor();
    expect(await unknown.count()).toBe(columns);
    expect(await page.getByRole('status').filter({ hasText: 'was not fetched' }).count()).toBe(1);
    const row = page.locator('.matrix-row').filter({ hasText: `${other.origin}/other/` });
    await row.getByRole('gridcell', { name: 'Disallowed' }).first().click();
    await answerOf(page, `may not fetch ${other.origin}/other/: line 2, Disallow: /other/.`);
    await answerOf(page, `The line is one of ${other.origin}/robots.txt, not of the file on this page.`);
    await openPanel(page, 'Readings');
    await page.getByText('the file on this page says nothing about it').waitFor();
    expect(problems).toEqual([]);
    await close();
    await service.close();
  });

  it('asks about a URL of a live site, whole; says when the service is gone, and when it is back', async () => {
    site.answer = robotsTxt('User-agent: *\nDisallow: /live/\n');
    let service = await startService(workbench.folder, [site.origin]);
    const { page, problems, close } = await workbench.open({ base: `${service.url}/` });
    await untilKept(page);
    await page.getByText('service ready').waitFor();
    await askFor(page, `${site.origin}/live/x?y=1`);
    await answerOf(page, `No. Googlebot may not fetch ${site.origin}/live/x?y=1: line 2, Disallow: /live/.`);
    await page
      .getByRole('region', { name: 'Answer' })
      .getByText(/fetched just now .* · 200/)
      .waitFor();
    expect(await page.getByLabel('URL or path').inputValue()).toBe(`${site.origin}/live/x?y=1`);
    await page.getByRole('row', { name: '/live/page' }).waitFor();
    // A path without a host is checked against the draft.
    await askFor(page, '/free');
    await answerOf(
      page,
      `Yes. Googlebot may fetch ${site.origin}/free: no rule matches in the group of * (line 1).`,
    );
    await askFor(page, 'javascript:alert(1)');
    await answerOf(page, 'is not the address of a site');
    // A refusal by the service's own policy must not be blamed on the site, and the previous site's results must not be
    // shown.
    await askFor(page, 'http://127.0.0.1:9/x');
    await answerOf(page, 'robots serve --also-fetch http://127.0.0.1:9');
    expect(await page.getByRole('row').count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Answer' }).textContent()).not.toMatch(
      /ERR_|rfc9309|\/live\//,
    );
    expect(problems).toEqual([]);

    const { port } = service;
    await service.close();
    await page.getByText('service not responding').waitFor();
    await page.goBack();
    await answerOf(page, `Yes. Googlebot may fetch ${site.origin}/free`);
    await openPanel(page, 'Usage');
    await page.getByText('All crawlers').waitFor();
    service = await startService(workbench.folder, [site.origin], port);
    await page.getByText('service ready').waitFor();
    await close();
    await service.close();
  });

  it('shows nothing of one site for another that fails, and says what crawlers do then', async () => {
    other.answer = robotsTxt('User-agent: *\nDisallow: /other/\n');
    const service = await startService(workbench.folder, [site.origin, other.origin]);
    const { page, close } = await workbench.open({ base: `${service.url}/` });
    await page.getByText('service ready').waitFor();
    await askFor(page, `${other.origin}/other/x`);
    await answerOf(page, 'No. Googlebot may not fetch');
    const held: ServerResponse[] = [];
    site.answer = (_, response) => void held.push(response);
    await askFor(page, `${site.origin}/x`);
    await answerOf(page, `Fetching ${site.origin}/robots.txt`);
    expect(await page.getByRole('row').count()).toBe(0);
    expect(await draftOf(page)).not.toContain('/other/');
    const fail = (response: ServerResponse): void => void response.writeHead(503).end();
    site.answer = (_, response) => fail(response);
    held.forEach(fail);
    await answerOf(page, '503, a server error. Crawlers therefore treat the whole site as disallowed until');
    expect(await page.getByRole('row').count()).toBe(0);
    await page.getByText('There is no file to check').waitFor();
    await page.goBack();
    await answerOf(page, `No. Googlebot may not fetch ${other.origin}/other/x`);
    await page.getByRole('row', { name: '/other/page' }).waitFor();
    await close();
    await service.close();
  });

  it('claims nothing about a file that was not fetched again', async () => {
    site.answer = robotsTxt('User-agent: *\nDisallow: /a/\n');
    const limits = { minReloadSeconds: 3600 };
    const service = await startService(workbench.folder, [site.origin], 0, { limits });
    const { page, problems, close } = await workbench.open({ base: `${service.url}/` });
    await page.getByText('service ready').waitFor();
    await askFor(page, `${site.origin}/a/x`);
    await answerOf(page, 'No. Googlebot may not fetch');
    site.answer = robotsTxt('User-agent: *\nAllow: /\n');
    await page.getByRole('button', { name: 'Fetch again' }).click();
    await page.getByText('was not fetched again. Try again in a few seconds.').waitFor();
    expect(await page.getByText('The live file is unchanged').count()).toBe(0);
    await answerOf(page, 'No. Googlebot may not fetch');
    expect(problems).toEqual([]);
    await close();
    await service.close();
  });

  it('fetches again: an unchanged draft follows, an edited one stays, and the difference is counted', async () => {
    site.answer = robotsTxt('User-agent: *\nDisallow: /a/\n');
    const limits = { minReloadSeconds: 0 };
    const service = await startService(workbench.folder, [site.origin], 0, { limits });
    const { page, problems, close } = await workbench.open({ base: `${service.url}/` });
    await page.getByText('service ready').waitFor();
    await askFor(page, `${site.origin}/a/x`);
    await answerOf(page, 'No. Googlebot may not fetch');
    await page.getByText('Live file', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Fetch again' }).click();
    await page.getByText('The live file is unchanged').waitFor();
    await page.getByRole('button', { name: 'Apply to the draft' }).first().click();
    await answerOf(page, 'Yes. Googlebot may fetch');
    await page.getByText(/Draft: 1[\d,]* of [\d,]+ answers differ from the live file/).waitFor();
    await page.getByRole('button', { name: 'Fetch again' }).click();
    await page.getByText('The live file is unchanged').waitFor();
    expect(await draftOf(page)).toContain('Allow: /a/x$');
    expect(problems).toEqual([]);
    await close();
    await service.close();
  });

  it('loads at most 150 KB for its first view', async () => {
    const before = workbench.requests.length;
    // Blocks the service worker, because it would request all files immediately.
    const { page, close } = await workbench.open({ serviceWorkers: 'block' });
    await page.getByText('1,125 verdicts').waitFor();
    await page.getByText('Line 10 decides').waitFor();
    await page.getByText('misspelt-record').waitFor();
    const names = namesOfFirstView(workbench.requests.slice(before));
    const bytes = [...names].reduce((sum, name) => sum + gzippedLength(name), 0);
    const shownMs = await page.evaluate(() => performance.getEntriesByName('first-view')[0]?.startTime ?? -1);
    console.log(
      `first view: ${(bytes / 1000).toFixed(1)} KB gzip in ${names.size} files, shown after ${shownMs.toFixed(0)} ms`,
    );
    expect(bytes).toBeLessThanOrEqual(150_000);
    await close();
  });
});
