/** What every adapter to a web server must do, and a site for it. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generate, pageHeaders, type RobotsConfig, robotsHandler } from 'robots-exclusion/generate';
import { expect, onTestFinished } from 'vitest';

const config: RobotsConfig = {
  groups: [
    {
      userAgents: '*',
      rules: [{ disallow: '/cart' }],
      contentUsage: [{ preferences: 'train-ai=n' }, { path: '/open/', preferences: 'train-ai=y, search=y' }],
    },
  ],
};
const BODY = generate(config);
export const options = { environment: 'production', config };
export const handler = robotsHandler(options);
export const headersOf = pageHeaders(options);

export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Checks the requirements that every adapter must meet, regardless of the framework. */
export async function expectRobots(ask: Ask): Promise<void> {
  const answer = await ask('/robots.txt');
  expect([answer.status, await answer.text()]).toEqual([200, BODY]);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(answer.headers.get('content-usage')).toBeNull();
  const etag = answer.headers.get('etag') as string;
  expect((await ask('/robots.txt', { headers: { 'if-none-match': etag } })).status).toBe(304);
  const head = await ask('/robots.txt', { method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
}

export async function expectPages(ask: Ask): Promise<void> {
  const usageOf = async (path: string) => (await ask(path)).headers.get('content-usage');
  expect(await usageOf('/article?x')).toBe('train-ai=n');
  expect(await usageOf('/open/data')).toBe('train-ai=y, search=y');
  expect(await usageOf('/cart')).toBeNull();
  expect((await ask('/article')).status).toBe(200);
}

/** Starts a server on the loopback interface for one test. */
export async function served(listener: RequestListener): Promise<Ask> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return (path, init) => fetch(`${origin}${path}`, init);
}
