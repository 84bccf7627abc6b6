/**
 * Tests that only the user who started the service may allow it to fetch from its own machine. A page of another site,
 * a foreign host name or a proxy must not help anyone else to do so.
 */
import { request as send } from 'node:http';
import { type RunningServer, type ServerOptions, startServer } from '@robots-exclusion/server/node';
import { type HttpOrigin, startHttpOrigin } from '@robots-exclusion/testkit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const KEY = 'k'.repeat(22);

async function start(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({
    userAgent: 'FooBot/1.0',
    port: 0,
    rate: 'unlimited',
    processMetrics: false,
    ownerKey: KEY,
    ...options,
  });
  return server;
}

/** Sends header fields as given, which `fetch` cannot do, because it sets `Host` and `Origin` itself. */
function post(
  server: RunningServer,
  body: unknown,
  fields: Readonly<Record<string, string | undefined>> = {},
  path = '/v1/open-origin',
): Promise<{ status: number; text: string; allowed: string | undefined }> {
  const headers = Object.fromEntries(
    Object.entries({ 'content-type': 'application/json', 'x-owner-key': KEY, ...fields }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Record<string, string>;
  return new Promise((resolve, reject) => {
    const asked = send(server.url + path, { method: 'POST', headers }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      const allowed = response.headers['access-control-allow-origin'];
      resolve({ status: response.statusCode ?? 0, text, allowed });
    });
    asked.on('error', reject).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

let server: RunningServer;
let site: HttpOrigin;
beforeAll(async () => {
  server = await start();
  site = await startHttpOrigin({ '/robots.txt': 'User-agent: *\nDisallow: /x\n' });
});
afterAll(async () => {
  await server.close();
  await site.close();
});

const outcomeAt = async (at: RunningServer, url: string): Promise<string> =>
  JSON.parse((await post(at, { urls: [url], agents: ['FooBot'] }, {}, '/v1/check')).text).results[0].outcome;

describe('POST /v1/open-origin', () => {
  const fromPage = () => ({ origin: server.url, 'sec-fetch-site': 'same-origin' });

  it.each<[string, () => Readonly<Record<string, string | undefined>>]>([
    ['without the key', () => ({ 'x-owner-key': undefined })],
    ['with another key', () => ({ 'x-owner-key': `${KEY.slice(1)}x` })],
    ['with half of the key', () => ({ 'x-owner-key': KEY.slice(0, 11) })],
    [
      'from the page of a stranger',
      () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
    ],
    ['from a page on another port', () => ({ origin: site.origin, 'sec-fetch-site': 'same-site' })],
    ['from a sandboxed page', () => ({ origin: 'null' })],
    ['from a page that says https', () => ({ origin: server.url.replace('http:', 'https:') })],
    ['by a link or an image of a stranger', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['by the address field of a browser', () => ({ 'sec-fetch-site': 'none' })],
    ['under a rebound name', () => ({ host: 'evil.example' })],
    [
      'under a rebound name and its own page',
      () => ({ host: 'evil.example', origin: 'http://evil.example' }),
    ],
    ['under a name that only looks local', () => ({ host: 'localhost.evil.example' })],
    ['through a proxy that says so', () => ({ 'x-forwarded-for': '192.0.2.7' })],
    ['through a proxy that says so in the standard way', () => ({ forwarded: 'for=192.0.2.7' })],
    ['through a proxy of HTTP', () => ({ via: '1.1 nginx' })],
    [
      'through a proxy that hides itself, without the key',
      () => ({ ...fromPage(), 'x-owner-key': undefined }),
    ],
  ])('is refused %s', async (_, fields) => {
    const { status, allowed } = await post(server, { origin: site.origin }, fields());
    expect([403, 421]).toContain(status);
    expect(allowed).toBeUndefined();
    expect(await outcomeAt(server, `${site.origin}/x`)).toBe('refused');
  });

  it.each([
    { origin: 'http://10.0.0.1' },
    { origin: 'http://169.254.169.254' },
    { origin: 'http://127.0.0.1.evil.example' },
    { origin: 'http://0.0.0.0:80' },
    { origin: 'http://[::ffff:10.0.0.1]' },
    { origin: 'http://user@127.0.0.1' },
    { origin: 'http://127.0.0.1/secret' },
    { origin: 'http://127.0.0.1/?a' },
    { origin: 'file:///etc/passwd' },
    { origin: 'gopher://127.0.0.1' },
    { origin: 7 },
    { origin: ['http://127.0.0.1'] },
    {},
    null,
    [],
  ])('takes nothing but an origin of this machine: %j', async (body) => {
    const { status } = await post(server, body);
    expect(status).toBe(400);
  });

  it('takes no body that is not JSON, and none that is long', async () => {
    expect((await post(server, '{')).status).toBe(400);
    expect((await post(server, { origin: site.origin }, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(server, `"${'x'.repeat(5000)}"`)).status).toBe(413);
  });

  it('opens the one origin for the service, until it ends', async () => {
    const own = await start();
    const other = await startHttpOrigin({ '/robots.txt': 'User-agent: *\nDisallow: /x\n' });
    onTestFinished(async () => {
      await own.close();
      await other.close();
    });
    expect(await outcomeAt(own, `${site.origin}/x`)).toBe('refused');
    const origin = { origin: own.url, 'sec-fetch-site': 'same-origin' };
    expect(await post(own, { origin: site.origin }, origin)).toMatchObject({
      status: 200,
      text: JSON.stringify({ origin: site.origin }),
    });
    expect(await outcomeAt(own, `${site.origin}/x`)).toBe('rules');
    expect(await outcomeAt(own, `${other.origin}/x`)).toBe('refused');
    const again = await start();
    onTestFinished(() => again.close());
    expect(await outcomeAt(again, `${site.origin}/x`)).toBe('refused');
  });

  it('opens a bounded number', async () => {
    const own = await start();
    onTestFinished(() => own.close());
    const statuses = new Set<number>();
    for (let port = 20_000; port < 20_064; port++) {
      statuses.add((await post(own, { origin: `http://127.0.0.1:${port}` })).status);
    }
    expect([...statuses]).toEqual([200]);
    expect((await post(own, { origin: 'http://127.0.0.1:20064' })).status).toBe(400);
    expect((await post(own, { origin: 'http://127.0.0.1:20001' })).status).toBe(200);
  });

  it.each<[string, Partial<ServerOptions>]>([
    ['without a key', { ownerKey: undefined } as unknown as Partial<ServerOptions>],
    ['behind proxies', { trustedProxies: 1 }],
  ])('does not exist %s, and the service does not offer it', async (_, options) => {
    const own = await start(options);
    onTestFinished(() => own.close());
    expect((await post(own, { origin: site.origin })).status).toBe(404);
    expect(await (await fetch(`${own.url}/healthz`)).json()).not.toHaveProperty('opensOrigins');
  });

  it('is no door for pages of other origins that may use the rest', async () => {
    const own = await start({ allowOrigins: ['https://tools.example'] });
    onTestFinished(() => own.close());
    const { status } = await post(own, { origin: site.origin }, { origin: 'https://tools.example' });
    expect(status).toBe(403);
    expect(await outcomeAt(own, `${site.origin}/x`)).toBe('refused');
  });
});
