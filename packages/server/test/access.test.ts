/**
 * Tests which requests the service answers, and to which addresses a request can make it connect. Covers DNS rebinding,
 * pages of other sites, and private addresses.
 */
import { request } from 'node:http';
import { createHttpTransport, type Resolve } from '@robots-exclusion/client';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  commonServer,
  endCommonServer,
  endServers,
  serve,
  serveFor,
  site,
  type TestServer,
} from './serving.ts';

beforeAll(buildOnce);
afterEach(endServers);
afterAll(endCommonServer);

const question = JSON.stringify({ robots: '', urls: ['/'] });

/** Uses `node:http`, because fetch does not allow a forged Host. */
function ask(server: TestServer, headers: Record<string, string>, path = '/v1/evaluate', method = 'POST') {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const json = { 'content-type': 'application/json' };
    const sent = request({
      host: '127.0.0.1',
      port: server.port,
      path,
      method,
      headers: { ...json, ...headers },
    });
    sent.once('response', (response) => {
      response
        .resume()
        .once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    sent.once('error', reject);
    sent.end(method === 'POST' ? question : undefined);
  });
}

describe('a route that fetches', () => {
  /**
   * An address other than loopback. Over plain HTTP, a browser's request to such an address does not state its source.
   */
  const lan = { host: 'robots.lan' };

  it('answers no request that an image of a stranger page could make', async () => {
    const shop = await site({ '/robots.txt': '' });
    const server = await serveFor([shop], { allowHosts: ['robots.lan'] });
    const path = `/v1/robots?url=${shop.origin}`;
    // Over plain HTTP, an image sends neither Origin nor Sec-Fetch-Site, so its requests look like those of a program.
    const image = {
      ...lan,
      accept: 'image/avif,image/*',
      referer: 'http://evil.example/',
      'user-agent': 'Mozilla/5.0',
    };
    expect((await ask(server, image, path, 'GET')).status).toBe(403);
    expect((await ask(server, image, path.replace('/v1', '//v1'), 'GET')).status).toBe(404);
    expect((await ask(server, image, path.replace('robots', '%72obots'), 'GET')).status).toBe(403);
    expect((await ask(server, image, path.replace('v1', '%761'), 'GET')).status).toBe(403);
    expect((await ask(server, image, path, 'HEAD')).status).toBe(403);
    expect(shop.requests).toHaveLength(0);
    expect((await ask(server, { ...lan, 'x-requested-with': 'curl' }, path, 'GET')).status).toBe(200);
    expect((await ask(server, { ...lan, 'sec-fetch-site': 'same-origin' }, path, 'GET')).status).toBe(200);
    expect((await ask(server, { ...lan, 'sec-fetch-site': 'cross-site' }, path, 'GET')).status).toBe(403);
  });

  it('lets a stranger page not send the field: a browser asks first, and gets a no', async () => {
    const server = await serve({ allowHosts: ['robots.lan'], allowOrigins: ['https://friend.example'] });
    const preflight = (origin: string) =>
      ask(
        server,
        { ...lan, origin, 'access-control-request-headers': 'x-requested-with' },
        '/v1/robots',
        'OPTIONS',
      );
    expect((await preflight('http://evil.example')).headers['access-control-allow-headers']).toBeUndefined();
    expect((await preflight('https://friend.example')).headers['access-control-allow-headers']).toContain(
      'x-requested-with',
    );
  });

  it('answers a loopback address without the field: there browsers say who asks', async () => {
    const shop = await site({ '/robots.txt': '' });
    const server = await serveFor([shop]);
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      expect((await ask(server, { host }, `/v1/robots?url=${shop.origin}`, 'GET')).status).toBe(200);
    }
  });
});

describe('Host', () => {
  it('is the address that the service listens on, or localhost', async () => {
    const server = await commonServer();
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', '[::1]']) {
      expect((await ask(server, { host: `${host}:${server.port}` })).status, host).toBe(200);
    }
  });

  it.each(['evil.example', '[::2]'])('%j is refused, whatever is asked for', async (host) => {
    const server = await commonServer();
    for (const [path, method] of [
      ['/v1/evaluate', 'POST'],
      ['/healthz', 'GET'],
      ['/', 'GET'],
      ['/metrics', 'GET'],
    ] as const) {
      expect([421, 400]).toContain((await ask(server, { host }, path, method)).status);
    }
  });
});

describe('Origin', () => {
  it.each(['https://evil.example', 'null'])('%s is refused', async (origin) => {
    const server = await commonServer();
    expect((await ask(server, { origin })).status).toBe(403);
  });

  it('is allowed in the answer, also before it asks; others are not', async () => {
    const server = await serve({ allowOrigins: ['https://tool.example'] });
    const headers = { origin: 'https://tool.example', 'access-control-request-method': 'POST' };
    const before = await ask(server, headers, '/v1/evaluate', 'OPTIONS');
    expect([before.status, before.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://tool.example',
    ]);
    expect(before.headers['access-control-allow-credentials']).toBeUndefined();
    const asked = await ask(server, { origin: 'https://tool.example' });
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([
      200,
      'https://tool.example',
    ]);
    const other = await ask(
      server,
      { ...headers, origin: 'https://evil.example' },
      '/v1/evaluate',
      'OPTIONS',
    );
    expect([other.status, other.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  it('left out by a browser for an image or a form is recognized by Sec-Fetch-Site', async () => {
    const server = await commonServer();
    const get = async (site: string, path: string, mode = 'no-cors') =>
      (await ask(server, { 'sec-fetch-site': site, 'sec-fetch-mode': mode }, path, 'GET')).status;
    expect(await get('cross-site', '/v1/agents')).toBe(403);
    expect(await get('cross-site', '/v1/agents', 'navigate')).toBe(403);
    expect(await get('same-site', '/metrics')).toBe(403);
    expect(await get('same-origin', '/v1/agents')).toBe(200);
    expect(await get('none', '/')).toBe(200);
    // A user may follow a link from another site to the page itself.
    expect(await get('cross-site', '/', 'navigate')).toBe(200);
  });
});

describe('addresses that are not public', () => {
  // All kinds of address are in the client's hostile-targets.test.ts.
  const targets = [
    'http://127.0.0.1:PORT',
    'http://[::ffff:127.0.0.1]:PORT',
    'http://2130706433:PORT',
    'http://169.254.169.254',
    'ftp://127.0.0.1:PORT',
  ];
  it.each(targets)('%s is not reached', async (target) => {
    const secret = await site({ '/robots.txt': 'User-agent: *\nAllow: /secret\n' });
    const server = await commonServer();
    const url = `${target.replace('PORT', String(secret.port))}/x`;
    const { status, json } = await server.post('/v1/check', { urls: [url] });
    expect(status).toBe(200);
    expect(json.results[0].allowed).toBe(false);
    const { outcome, action, retryAt } = json.results[0];
    expect(['refused', 'unsupported']).toContain(outcome);
    expect([action, retryAt]).toEqual(['skip', undefined]);
    const record = await server.get(`/v1/robots?url=${encodeURIComponent(url)}&mode=reload`);
    expect(record.json.robots).toBeUndefined();
    expect(secret.acceptedConnections()).toBe(0);
  });

  it('are not reached by a redirect, nor by one from an origin that is let through', async () => {
    const secret = await site({ '/robots.txt': 'secret', '/admin': 'secret' });
    const hosts = [
      `http://127.0.0.1:${secret.port}/admin`,
      `http://[::ffff:127.0.0.1]:${secret.port}/robots.txt`,
      'file:///etc/passwd',
    ];
    for (const location of hosts) {
      const lure = await site(() => ({ status: 302, headers: { location } }));
      const server = await serveFor([lure]);
      const { json } = await server.get(`/v1/robots?url=${lure.origin}`);
      expect(json.robots).toBeUndefined();
      expect(json.allowed).not.toBe(true);
    }
    expect(secret.acceptedConnections()).toBe(0);
  });

  it('are not reached by a name that points there, now or the second time', async () => {
    const secret = await site({ '/robots.txt': 'secret' });
    let asked = 0;
    const answers = ['203.0.113.7', '127.0.0.1', '::1', '::ffff:127.0.0.1'];
    const resolve: Resolve = (_, __, callback) => {
      const address = answers[asked++ % answers.length] as string;
      callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    };
    const server = await serve({ transports: [createHttpTransport({ resolve, connectTimeoutMs: 300 })] });
    for (let time = 0; time < 8; time++) {
      const url = `http://rebind${time}.example:${secret.port}/`;
      const { json } = await server.post('/v1/check', { urls: [url] });
      expect(json.results[0]).toMatchObject({ allowed: false, outcome: 'refused', action: 'skip' });
    }
    expect(asked).toBeGreaterThan(4);
    expect(secret.acceptedConnections()).toBe(0);
  });

  it('are let through origin by origin: another port is another origin', async () => {
    const [own, secret] = [await site({ '/robots.txt': '' }), await site({ '/robots.txt': '' })];
    const server = await serveFor([own]);
    const { json } = await server.post('/v1/check', { urls: [`${own.origin}/`, `${secret.origin}/`] });
    expect(json.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['rules', 'refused']);
    expect(json.results[1].refusal).toMatchObject({ by: 'address-policy', origin: secret.origin });
    expect(secret.acceptedConnections()).toBe(0);
  });
});
