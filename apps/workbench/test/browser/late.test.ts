/** Tests that the page shows the answer to the latest question, even if answers are late, out of order or missing. */
import type { ServerResponse } from 'node:http';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, askFor, needsBrowser, openPanel, useWorkbench } from './open-page.ts';
import { robotsTxt, startService, startSite, type TestSite } from './start-service.ts';

const workbench = useWorkbench();
let slow: TestSite;
let fast: TestSite;

/** A generous limit: a site waits until the test lets it respond, even on a slow machine. */
const PATIENT_MS = 300_000;
const PATIENT = {
  fetchLimits: { headersTimeoutMs: PATIENT_MS, totalTimeoutMs: PATIENT_MS },
  limits: { requestTimeoutMs: PATIENT_MS },
};

/** Holds the next request for a robots.txt until the test answers it. */
function held(site: TestSite): Promise<ServerResponse> {
  return new Promise((resolve) => {
    site.answer = (_, response) => resolve(response);
  });
}

/** Resolves to the service's response about a site. Call this before the question is asked. */
function answerAbout(page: Page, origin: string): Promise<Response> {
  return page.waitForResponse(
    (answer) => answer.url().includes('/v1/robots') && answer.url().includes(encodeURIComponent(origin)),
    { timeout: PATIENT_MS },
  );
}

describe('late answers', needsBrowser, () => {
  beforeAll(async () => {
    slow = await startSite();
    fast = await startSite();
    fast.answer = robotsTxt('User-agent: *\nDisallow: /fast/\n');
  });
  afterAll(async () => {
    await slow?.close();
    await fast?.close();
  });

  async function withService() {
    const service = await startService(workbench.folder, [slow.origin, fast.origin], 0, PATIENT);
    const opened = await workbench.open({ base: `${service.url}/` });
    await opened.page.getByText('service ready').waitFor();
    return { ...opened, service };
  }

  it('a site that answers after another one was asked changes nothing, and each question is one step back', async () => {
    const { page, problems, close, service } = await withService();
    const asked = held(slow);
    const arrived = answerAbout(page, slow.origin);
    await askFor(page, `${slow.origin}/slow/x`);
    const response = await asked;
    await answerOf(page, `Fetching ${slow.origin}/robots.txt`);
    await askFor(page, `${fast.origin}/fast/x`);
    await answerOf(page, `No. Googlebot may not fetch ${fast.origin}/fast/x`);
    response.end('User-agent: *\nAllow: /\n');
    await arrived;
    await answerOf(page, `No. Googlebot may not fetch ${fast.origin}/fast/x`);
    expect(await page.locator('.cm-content').textContent()).toContain('/fast/');
    // The user left the site before it responded, so returning to it sends a new request.
    slow.answer = robotsTxt('User-agent: *\nDisallow: /slow/\n');
    await page.goBack();
    await answerOf(page, `Googlebot may fetch ${slow.origin}/slow/x`);
    await page.goBack();
    await answerOf(page, 'Yes. Googlebot may fetch /search/help');
    expect(problems).toEqual([]);
    await close();
    await service.close();
  });

  it('a step back while a site is fetched shows the question before, and a step forward asks again', async () => {
    const { page, close, service } = await withService();
    const asked = held(slow);
    await askFor(page, `${slow.origin}/slow/x`);
    const response = await asked;
    await page.goBack();
    await answerOf(page, 'Yes. Googlebot may fetch /search/help');
    slow.answer = robotsTxt('User-agent: *\nDisallow: /slow/\n');
    await page.goForward();
    await answerOf(page, `Fetching ${slow.origin}/robots.txt`);
    response.end('User-agent: *\nDisallow: /slow/\n');
    await answerOf(page, `No. Googlebot may not fetch ${slow.origin}/slow/x: line 2, Disallow: /slow/.`);
    await close();
    await service.close();
  });

  it('a service that goes away while it answers is said, and the question can be asked again', async () => {
    const { page, close, service } = await withService();
    const { port } = service;
    const asked = held(slow);
    await askFor(page, `${slow.origin}/slow/x`);
    const response = await asked;
    const closed = service.close();
    response.destroy();
    await closed;
    await page.getByText('service not responding').waitFor();
    await answerOf(page, 'Unknown.');
    expect(await page.getByRole('row').count()).toBe(0);
    slow.answer = robotsTxt('User-agent: *\nDisallow: /slow/\n');
    const again = await startService(workbench.folder, [slow.origin], port);
    await page.getByText('service ready').waitFor();
    await page.getByRole('button', { name: 'Fetch again' }).click();
    await answerOf(page, `No. Googlebot may not fetch ${slow.origin}/slow/x`);
    await close();
    await again.close();
  });

  it('says what a site would really answer, and shows the header of the page', async () => {
    const { page, problems, close, service } = await withService();
    fast.answer = ({ url, headers }, response) => {
      if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /fast/\n');
      else if (/GPTBot/.test(headers['user-agent'] ?? '')) response.writeHead(403).end('Forbidden');
      else response.writeHead(200, { 'x-robots-tag': 'noindex', 'tdm-reservation': '1' }).end('<p>Hello');
    };
    await askFor(page, `${fast.origin}/page`, 'GPTBot');
    await answerOf(page, 'Yes. GPTBot may fetch');
    await openPanel(page, 'Preflight');
    await page.getByRole('button', { name: 'Ask the site' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Preflight' });
    await panel.getByText('the site turns GPTBot away and serves others').waitFor();
    await panel.getByRole('row', { name: 'Request as GPTBot is refused (403)' }).waitFor();
    // The result for the previous question must disappear.
    await askFor(page, `${fast.origin}/page`, 'CCBot');
    await answerOf(page, 'Yes. CCBot may fetch');
    await expect.poll(() => panel.getByText('turns GPTBot away').count()).toBe(0);
    await openPanel(page, 'Usage');
    await page.getByRole('button', { name: 'Fetch headers' }).click();
    await page.getByText('The page answered 200. The headers that state uses are shown.').waitFor();
    expect(await page.getByLabel('Response headers, one per line').inputValue()).toBe(
      'x-robots-tag: noindex\ntdm-reservation: 1',
    );
    await page.locator('.use-card', { hasText: 'Text and data mining' }).getByText('Disallowed').waitFor();
    await answerOf(page, 'Text and data mining: disallowed (header tdm-reservation)');
    expect(problems).toEqual([]);
    await close();
    await service.close();
  });
});
