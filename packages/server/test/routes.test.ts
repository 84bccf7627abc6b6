/** Tests the responses of each route. */

import { readFileSync } from 'node:fs';
import { createMemoryStore } from '@robots-exclusion/client';
import { createServiceClient, type EvaluateAnswer } from '@robots-exclusion/server/client';
import { buildOnce, holdTimers } from '@robots-exclusion/testkit';
import { Counter, Registry } from 'prom-client';
import { registryWith } from 'robots-exclusion/agents';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { commonServer, endCommonServer, endServers, serve, serveFor, site } from './serving.ts';

const robots =
  'User-agent: FooBot\nDisallow: /private/\nAllow: /private/open\nCrawl-delay: 3\n\nUser-agent: *\nDisallow:\n';

beforeAll(buildOnce);
afterEach(endServers);
afterAll(endCommonServer);

describe('POST /v1/evaluate', () => {
  it('answers by its own registry, whatever another service in the process was asked', async () => {
    const file = 'User-agent: Foo\nDisallow: /x\n';
    const profile = {
      token: 'Foo-Image',
      operator: 'Foo',
      source: 'https://foo.example/',
      asOf: '2026-11-22',
    };
    for (const [fallbackTokens, allowed] of [
      [[], true],
      [['Foo'], false],
    ] as const) {
      const server = await serve({ agents: registryWith([{ ...profile, fallbackTokens }]) });
      const { json } = await server.post('/v1/evaluate', {
        robots: file,
        urls: ['/x'],
        agents: ['Foo-Image'],
      });
      expect(json.results[0].allowed).toBe(allowed);
    }
  });
});

describe('POST /v1/check', () => {
  it('fetches each site once and decides by its rules', async () => {
    const shop = await site({ '/robots.txt': robots });
    const server = await serveFor([shop]);
    const urls = ['/private/x', '/y', '/private/open', '/robots.txt'].map((path) => shop.origin + path);
    const request = { urls, agents: ['FooBot', 'BarBot'] };
    const { status, json } = await server.post('/v1/check', request);
    expect(status).toBe(200);
    expect(json.results.map(({ allowed }: never) => allowed)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(json.results[0]).toMatchObject({
      action: 'skip',
      outcome: 'rules',
      crawlDelaySeconds: 3,
      robotsUrl: `${shop.origin}/robots.txt`,
    });
    expect(shop.requests).toHaveLength(1);
    expect(shop.requests[0]?.headers['user-agent']).toBe('TestBot/1.0');
    await server.post('/v1/check', request);
    expect(shop.requests).toHaveLength(1);
  });

  it('answers cache-only without fetching, and reload no oftener than it may', async () => {
    const shop = await site({ '/robots.txt': robots });
    const server = await serveFor([shop], { limits: { minReloadSeconds: 60 } });
    const urls = [`${shop.origin}/a`];
    expect((await server.post('/v1/check', { urls, mode: 'cache-only' })).json.results[0].outcome).toBe(
      'not-cached',
    );
    expect(shop.requests).toHaveLength(0);
    for (let time = 0; time < 3; time++) await server.post('/v1/check', { urls, mode: 'reload' });
    expect(shop.requests).toHaveLength(1);
  });

  it('reloads when that is asked for', async () => {
    const shop = await site({ '/robots.txt': robots });
    const server = await serveFor([shop], { limits: { minReloadSeconds: 0 } });
    for (let time = 0; time < 2; time++)
      await server.post('/v1/check', { urls: [shop.origin], mode: 'reload' });
    expect(shop.requests).toHaveLength(2);
  });

  it('answers what is there when the time is over, and the rest by errors', async () => {
    const quick = await site({ '/robots.txt': robots });
    const silent = await site(() => () => {});
    const requestTimeoutMs = 6_543_210;
    // The answer's time limit leaves one second to send the answers that are ready.
    const times = holdTimers(requestTimeoutMs - 1000);
    onTestFinished(times.release);
    const server = await serveFor([quick, silent], { limits: { requestTimeoutMs } });
    // The record for this URL is cached, so its answer is ready before the other record can arrive.
    await server.post('/v1/check', { urls: [quick.origin] });
    const urls = [`${quick.origin}/a`, `${silent.origin}/a`, 'mailto:a@b.example'];
    const asked = server.post('/v1/check', { urls });
    await expect.poll(() => silent.requests.length).toBe(1);
    times.fire();
    const { status, json } = await asked;
    expect(status).toBe(200);
    expect(json.results[0].allowed).toBe(true);
    expect(json.results[1].error.code).toBe('not-in-time');
    expect(json.results[2].outcome).toBe('unsupported');
  });
});

describe('GET /v1/robots', () => {
  it('gives the record with its evidence, and the body as it can be sent back', async () => {
    const shop = await site({ '/robots.txt': robots });
    const server = await serveFor([shop]);
    const { status, json } = await server.get(
      `/v1/robots?url=${encodeURIComponent(`${shop.origin}/any/page`)}`,
    );
    expect(status).toBe(200);
    expect(json).toMatchObject({
      outcome: 'rules',
      robots,
      evidence: { status: 200, copy: { bytes: robots.length } },
    });
    const evaluated = await server.post('/v1/evaluate', {
      robots: json.robots,
      urls: ['/private/x'],
      agents: ['FooBot'],
    });
    expect(evaluated.json.results[0].allowed).toBe(false);
  });

  it('gives octets that are not valid UTF-8 as Base64', async () => {
    const octets = Buffer.from('User-agent: *\nDisallow: /\xe9\n', 'latin1');
    const shop = await site({ '/robots.txt': octets });
    const server = await serveFor([shop]);
    const { json } = await server.get(`/v1/robots?url=${shop.origin}`);
    expect(Buffer.from(json.robotsBase64, 'base64')).toEqual(octets);
  });
});

describe('your own crawlers', () => {
  const own = registryWith([
    {
      token: 'Foo-News',
      fallbackTokens: ['Foo'],
      operator: 'F',
      source: 'https://f.example/',
      asOf: '2026-11-22',
    },
  ]);
  const file = 'User-agent: *\nDisallow: /\n\nUser-agent: Foo\nAllow: /\n';

  it('are looked up by every route', async () => {
    const server = await serve({ agents: own });
    const { json } = await server.post('/v1/evaluate', { robots: file, urls: ['/a'], agents: ['Foo-News'] });
    expect(json.results[0]).toMatchObject({ allowed: true, crawler: { followsGroup: 'Foo' } });
    const found = await server.get('/v1/agents?find=foo-news');
    expect(found.json.results).toMatchObject([{ token: 'Foo-News' }]);
  });
});

describe('pages and probes', () => {
  it('tells that it lives, that it is ready, and what it counted', async () => {
    const server = await serve();
    expect((await server.get('/healthz')).json.status).toBe('ok');
    expect((await server.get('/readyz')).json).toEqual({ status: 'ready', store: 'ok' });
    await server.post('/v1/evaluate', { robots, urls: ['/a'] });
    const { type, text } = await server.get('/metrics');
    expect(type).toContain('text/plain');
    expect(text).toContain('robots_http_requests_total{route="/v1/evaluate",method="POST",status="200"} 1');
    const duration = 'robots_http_request_duration_seconds';
    expect(text).toContain(`# TYPE ${duration} histogram`);
    expect(text).toContain(`${duration}_bucket{le="+Inf",route="/v1/evaluate"} 1`);
    expect(text).toContain(`${duration}_count{route="/v1/evaluate"} 1`);
  });

  it('stays ready, but degraded, without its store', async () => {
    const broken = () => Promise.reject(new Error('gone'));
    const server = await serve({ store: { get: broken, set: broken, delete: broken } });
    const { status, json } = await server.get('/readyz');
    expect([status, json]).toEqual([200, { status: 'degraded', store: 'unavailable' }]);
  });

  it('shows the API where there is no workbench, without anything from elsewhere', async () => {
    const server = await serve({ assets: { find: () => undefined } });
    const page = await server.get('/');
    expect(page.type).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('/v1/evaluate');
    expect(page.text).not.toMatch(/<script|src=|@import|url\(/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await server.get('/docs')).text).toContain('id="invalid-request"');
  });

  it('serves files, compressed and revalidated', async () => {
    const body = new TextEncoder().encode('<!doctype html>');
    const asset = {
      body,
      gzip: new Uint8Array([1]),
      type: 'text/html; charset=utf-8',
      etag: '"x"',
      isImmutable: false,
    };
    const server = await serve({ assets: { find: (path) => (path === '/' ? asset : undefined) } });
    expect((await server.get('/', { 'accept-encoding': 'identity' })).text).toBe('<!doctype html>');
    expect((await fetch(server.url, { headers: { 'if-none-match': '"x"' } })).status).toBe(304);
    expect((await server.get('/etc/passwd')).status).toBe(404);
  });

  it('has every metric that an alert of deploy/ watches', async () => {
    const alerts = readFileSync(new URL('../../../deploy/alerts.yaml', import.meta.url), 'utf8');
    const { text } = await (await commonServer()).get('/metrics');
    const watched = [...alerts.matchAll(/\b(robots_\w+?)(?:_bucket)?(?=[{[ ])/g)].map(([, name]) => name);
    expect(watched.length).toBeGreaterThan(5);
    expect(watched.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  });

  it('has a typed client', async () => {
    const server = await commonServer();
    const service = createServiceClient(server.url);
    const json = { robots, urls: ['/private/'], agents: ['FooBot'] };
    const response = await service.v1.evaluate.$post({ json });
    if (!response.ok) throw new Error((await response.json()).title);
    const answer: EvaluateAnswer = await response.json();
    const [first] = answer.results;
    expect(first && 'verdict' in first && first.verdict?.because).toBe('rule');
    const refused = await service.v1.evaluate.$post({ json: { ...json, urls: [] } });
    expect(refused.ok ? [] : (await refused.json()).errors).toMatchObject([{ path: 'urls' }]);
    const profiles = await service.v1.agents.$get({ query: { purpose: 'search' } });
    expect(profiles.ok && (await profiles.json()).results[0]?.token).toBeTypeOf('string');
  });
});

describe('a registry that is handed in', () => {
  it('has the metrics of the service beside its own, until the service is closed', async () => {
    const registry = new Registry();
    const own = new Counter({ name: 'mine_total', help: 'Mine', registers: [registry] });
    own.inc(3);
    const server = await serve({ registry });
    await server.post('/v1/evaluate', { robots: '', urls: ['/'] });
    for (const text of [(await server.get('/metrics')).text, await registry.metrics()]) {
      expect(text).toContain('mine_total 3');
      expect(text).toMatch(
        /robots_http_requests_total\{route="\/v1\/evaluate",method="POST",status="200"\} 1/,
      );
    }
    await server.close();
    expect(await registry.metrics()).not.toContain('robots_');
    expect(await registry.metrics()).toContain('mine_total 3');
  });

  it('tells how often the memory before a shared store answered', async () => {
    const shop = await site({ '/robots.txt': '' });
    const server = await serveFor([shop], { sharedStore: createMemoryStore() });
    for (const path of ['/a', '/b']) await server.post('/v1/check', { urls: [shop.origin + path] });
    const { text } = await server.get('/metrics');
    expect(text).toMatch(/robots_store_tier_total\{kind="lower-read"\} [1-9]/);
    expect(text).toMatch(/robots_store_tier_total\{kind="upper-hit"\} \d/);
  });
});
