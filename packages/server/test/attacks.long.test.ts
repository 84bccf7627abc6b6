/**
 * Simulates attacks on a small scale: one client takes as much as it can, while another sends ordinary requests. The
 * tests count answered requests and held resources, and never measure time.
 */
import { connect, type Socket } from 'node:net';
import { buildOnce, holdTimers } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { endServers, serve, serveFor, site, type TestServer } from './serving.ts';

beforeAll(buildOnce);
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await endServers();
});

/** Clients are distinguished by the address that a trusted proxy forwards. */
const trustedProxies = 1;
const attacker = { 'x-forwarded-for': '203.0.113.1' };
const other = { 'x-forwarded-for': '203.0.113.2' };
const robots = 'User-agent: *\nDisallow: /x\n';
const trivial = { robots, urls: ['/x'] };
const wildcards = `User-agent: *\n${`Disallow: /${'*aaaaaaaaab'.repeat(40)}\n`.repeat(1000)}`;
/**
 * A request that exceeds any deadline. The engine for this dialect compares every rule with every URL and does not use
 * the fast compiled set.
 */
const hostile = {
  robots: wildcards,
  dialect: 'google',
  urls: Array.from({ length: 300 }, (_, at) => `/${'a'.repeat(8000)}${at}`),
};

function expectAnswered({
  status,
  json,
}: {
  status: number;
  json: { results: { allowed: boolean }[] };
}): void {
  expect([status, json.results[0]?.allowed]).toEqual([200, false]);
}

function head(path: string, length: number, type = 'application/json', client = attacker): string {
  const forwarded = client['x-forwarded-for'];
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${forwarded}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
}

async function open(server: TestServer, octets: string): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => socket.write(octets, resolve));
  return socket;
}

async function metric(server: TestServer, name: string): Promise<number> {
  const { text } = await server.get('/metrics', other);
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
}

describe('one client that takes what it can get', () => {
  it('with bodies that it only begins takes no place: a request counts once its body is there', async () => {
    const server = await serve({ trustedProxies, limits: { maxConcurrentRequests: 4 } });
    for (let index = 0; index < 64; index++) await open(server, `${head('/v1/evaluate', 1000)}{`);
    await expect.poll(() => metric(server, 'robots_http_held_bytes')).toBe(64);
    expect(await metric(server, 'robots_http_requests_in_flight')).toBe(0);
    expectAnswered(await server.post('/v1/evaluate', trivial, other));
    expectAnswered(await server.post('/v1/evaluate', trivial, attacker));
  });

  it('with stalled bodies holds no more than its share of octets', async () => {
    const limits = { maxHeldBytes: 4_000_000, maxHeldBytesPerClient: 1_000_000 };
    const server = await serve({ trustedProxies, limits });
    const part = 'a'.repeat(400_000);
    const refused: string[] = [];
    for (let index = 0; index < 16; index++) {
      const socket = await open(server, head('/v1/evaluate', 500_000) + part);
      socket.on('data', (data) => refused.push(data.toString('latin1', 0, 12)));
    }
    // Two bodies fit into memory. All other requests are answered with a problem, although their bodies have not
    // arrived completely.
    await expect.poll(() => refused.length).toBe(14);
    expect(new Set(refused)).toEqual(new Set(['HTTP/1.1 429']));
    expect(await metric(server, 'robots_http_held_bytes')).toBeLessThanOrEqual(1_000_000);
    expectAnswered(await server.post('/v1/evaluate', trivial, other));
  });

  it('with long answers that it does not read holds no more than its share', async () => {
    const limits = { maxHeldBytesPerClient: 24_000_000 };
    const server = await serve({ trustedProxies, limits });
    // The response is larger than the buffers of a connection.
    const body = JSON.stringify({ robots, urls: Array(9000).fill('/x'), agents: ['A', 'B', 'C', 'D', 'E'] });
    const statuses: string[] = [];
    for (let index = 0; index < 6; index++) {
      const socket = await open(server, head('/v1/evaluate', body.length) + body);
      await new Promise<void>((resolve) =>
        socket.once('data', (data) => {
          statuses.push(data.toString('latin1', 9, 12));
          socket.pause();
          resolve();
        }),
      );
    }
    expect(statuses[0]).toBe('200');
    expect(statuses).toContain('429');
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(() => metric(server, 'robots_http_held_bytes')).toBe(0);
  });

  it('with idle streams leaves streams to others', async () => {
    const server = await serve({ trustedProxies, limits: { maxStreams: 8, maxStreamsPerClient: 2 } });
    const statuses: string[] = [];
    for (let index = 0; index < 8; index++) {
      const socket = await open(server, head('/v1/evaluate', 1000, 'application/x-ndjson'));
      socket.on('data', (data) => statuses.push(data.toString('latin1', 9, 12)));
    }
    await expect.poll(() => statuses.filter((status) => status === '429').length).toBe(6);
    const response = await fetch(`${server.url}/v1/evaluate`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', ...other },
      body: JSON.stringify(trivial),
    });
    expect(await response.text()).toContain('"allowed":false');
  });

  it('with checks of a thousand sites has no more than its share of fetches under way', async () => {
    let underWay = 0;
    let most = 0;
    const letGo: (() => void)[] = [];
    const slowSites = {
      schemes: ['http', 'https'],
      enforcesAddressPolicy: true,
      async send({ url, signal }: { url: string; signal: AbortSignal }) {
        if (!url.includes('shop')) {
          most = Math.max(most, ++underWay);
          await new Promise<void>((resolve) => {
            letGo.push(resolve);
            signal.addEventListener('abort', () => resolve(), { once: true });
          });
          underWay -= 1;
        }
        return { status: 200, headers: {}, body: Buffer.from(robots) };
      },
    };
    const limits = { maxFetches: 8, maxFetchesPerClient: 4 };
    const server = await serve({ trustedProxies, limits, transports: [slowSites] });
    const urls = (from: number) =>
      Array.from({ length: 50 }, (_, at) => `https://slow${from + at}.example/x`);
    const attacks = [0, 50, 100, 150].map((from) => server.post('/v1/check', { urls: urls(from) }, attacker));
    await expect.poll(() => underWay).toBe(4);
    await expect.poll(() => metric(server, 'robots_fetch_turns_waiting')).toBe(4 * 32 - 4);
    const asked = await server.post('/v1/check', { urls: ['https://shop.example/x'] }, other);
    expectAnswered(asked);
    while (letGo.length > 0 || underWay > 0) {
      for (const go of letGo.splice(0)) go();
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const { status, json } of await Promise.all(attacks)) {
      expect(status).toBe(200);
      expect(json.results.every(({ outcome }: { outcome: string }) => outcome === 'rules')).toBe(true);
    }
    expect(most).toBe(4);
  });

  it('with hostile files leaves a worker to others, and waits behind itself only', async () => {
    // The deadline in processor time is too long to pass, so only the wall-time limit, ten times the deadline, can end
    // the work.
    const workDeadlineMs = 7_654_321;
    const deadlines = holdTimers(10 * workDeadlineMs);
    onTestFinished(deadlines.release);
    const limits = { workers: 2, maxWorkersPerClient: 1, maxQueuedWorkPerClient: 4, workDeadlineMs };
    const server = await serve({ trustedProxies, limits });
    const attacks = Array.from({ length: 12 }, () => server.post('/v1/evaluate', hostile, attacker));
    await expect.poll(() => metric(server, 'robots_worker_tasks_waiting')).toBe(4);
    // No deadline has passed, so the attack still occupies its worker.
    expect((await server.post('/v1/lint', { robots }, other)).status).toBe(200);
    for (let left = 5; left > 0; left--) {
      await expect.poll(deadlines.waiting).toBe(1);
      deadlines.fire();
    }
    const statuses = (await Promise.all(attacks)).map(({ status }) => status).sort();
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429, 429, 429, 429, 429]);
  });

  it('with more processor time than it may have learns when to come again; others are not', async () => {
    const limits = { workers: 2, workDeadlineMs: 300, cpuMsPerSecond: 1, cpuBurstMs: 200 };
    const server = await serve({ trustedProxies, limits });
    expect((await server.post('/v1/evaluate', hostile, attacker)).status).toBe(422);
    const refused = await server.post('/v1/evaluate', trivial, attacker);
    expect([refused.status, refused.json.type]).toEqual([429, '/docs#rate-limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1);
    expectAnswered(await server.post('/v1/evaluate', trivial, other));
  });
});

describe('JSON that takes long to be parsed', () => {
  it('is parsed in a worker, which is ended at its deadline', async () => {
    const server = await serve({ limits: { maxInlineJsonBytes: 100 } });
    const members = Array.from({ length: 50_000 }, (_, at) => `"k${at}":1`).join(',');
    const { status, json } = await server.post('/v1/evaluate', `{${members}}`);
    expect([status, json.type]).toEqual([400, '/docs#invalid-request']);
    expect(json.errors.length).toBe(10);
    expectAnswered(await server.post('/v1/evaluate', { ...trivial, agents: ['a'.repeat(200)] }));
    const { text } = await server.get('/metrics');
    expect(text).toContain('robots_worker_tasks_total{task="request",end="done"} 2');
  });
});

describe('one hostile site among others', () => {
  it('costs the others no answer: each URL has its own budget', async () => {
    const evil = await site({ '/robots.txt': wildcards });
    const good = await site({ '/robots.txt': robots });
    const server = await serveFor([evil, good], { limits: { workDeadlineMs: 400 } });
    const bad = Array.from({ length: 4 }, (_, at) => `${evil.origin}/${'a'.repeat(8000)}${at}`);
    const urls = [`${good.origin}/x`, ...bad, `${good.origin}/y`, `${evil.origin}/`];
    const { status, json } = await server.post('/v1/check', { urls });
    expect(status).toBe(200);
    const said = json.results.map((result: { allowed?: boolean; error?: { code: string } }) =>
      result.error ? result.error.code : result.allowed,
    );
    expect([said[0], said[5]]).toEqual([false, true]);
    // Each URL has its own budget, and the site's file determines the cost, so each of these URLs may have either
    // result.
    for (const one of said.slice(1, 5)) expect(['too-expensive', true]).toContain(one);
    expect(json.results).toHaveLength(7);
  });
});
