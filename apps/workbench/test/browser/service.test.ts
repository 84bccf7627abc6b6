import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createMemoryStore } from '@robots-exclusion/client';
import { type RunningServer, startServer } from '@robots-exclusion/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needsBrowser, openPanel, startWorkbench, untilKept, type Workbench } from './open-page.ts';

let workbench: Workbench;
let site: Server;
let siteOrigin: string;

const types: ReadonlyMap<string, string> = new Map([
  ['js', 'text/javascript'],
  ['css', 'text/css'],
  ['html', 'text/html; charset=utf-8'],
  ['svg', 'image/svg+xml'],
]);

/** The decision service with the built page, as `robots serve` starts it. */
function startService(port = 0): Promise<RunningServer> {
  return startServer({
    port,
    userAgent: 'FooBot/1.0 (+https://example.com/bot)',
    store: createMemoryStore(),
    addressPolicy: { allow: 'public-only', alsoOrigins: [siteOrigin] },
    assets: {
      find(path) {
        const name = path === '/' ? 'index.html' : path.slice(1);
        try {
          const body = new Uint8Array(readFileSync(join(workbench.folder, name)));
          const type = types.get(name.split('.').at(-1) ?? '') ?? 'application/octet-stream';
          return { body, type, etag: `"${name}"`, isImmutable: false };
        } catch {
          return undefined;
        }
      },
    },
  });
}

/** Files that were asked for before the findings or the rest of the editor, which wait for the verdicts. */
function namesOfFirstView(requests: readonly string[]): ReadonlySet<string> {
  const end = requests.findIndex((path) => /^\/assets\/(?:extras|lint)-/.test(path));
  // Without one of them the rest would count as the first view, or nothing would.
  expect(end).toBeGreaterThan(0);
  const first = requests.slice(0, end).filter((path) => path !== '/healthz');
  // Verdicts are part of it.
  expect(first.some((path) => path.startsWith('/assets/worker-'))).toBe(true);
  return new Set(first);
}

function gzippedLength(path: string): number {
  return gzipSync(readFileSync(join(workbench.folder, path)), { level: 9 }).length;
}

describe('with the service', needsBrowser, () => {
  beforeAll(async () => {
    workbench = await startWorkbench();
    site = createServer((request, response) => {
      if (request.url === '/robots.txt') response.end('User-agent: *\nDisallow: /live/\n');
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    siteOrigin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    site?.close();
    await workbench?.close();
  });

  it('fetches a live site; says when the service is gone, and when it is back', async () => {
    let service = await startService();
    const { page, problems, close } = await workbench.open({ base: `${service.url}/` });
    await untilKept(page);
    await page.getByText('service ready').waitFor();
    await page.getByPlaceholder('https://example.com').fill(siteOrigin);
    await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    await page.getByText(/\/robots\.txt: 200/).waitFor();
    await expect.poll(() => page.locator('.cm-content').textContent()).toContain('Disallow: /live/');
    await page.getByRole('row', { name: '/live/page' }).waitFor();
    await page.getByPlaceholder('https://example.com').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    await page.getByText('Type the address of a site').waitFor();
    await page.getByPlaceholder('https://example.com').fill('http://127.0.0.1:9/');
    await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    // A refusal by the service's own policy is no fault of the site; what is shown is still the site before.
    const refused = page.getByText('http://127.0.0.1:9/robots.txt was not asked');
    await expect.poll(() => refused.textContent()).toContain('robots serve --also-fetch http://127.0.0.1:9');
    expect(await refused.textContent()).toContain(`what is shown is still ${siteOrigin}/robots.txt`);
    expect(await refused.textContent()).not.toMatch(/ERR_|fresh until|rfc9309/);
    await page.getByRole('row', { name: '/live/page' }).waitFor();
    expect(problems).toEqual([]);

    const { port } = service;
    await service.close();
    await page.getByText('service does not answer').waitFor();
    await openPanel(page, 'Usage');
    await page.getByText('All crawlers').waitFor();
    service = await startService(port);
    await page.getByText('service ready').waitFor();
    await close();
    await service.close();
  });

  it('loads less than 200 KB for its first view', async () => {
    const before = workbench.requests.length;
    // The service worker would ask for everything at once.
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
    expect(bytes).toBeLessThan(200_000);
    await close();
  });
});
