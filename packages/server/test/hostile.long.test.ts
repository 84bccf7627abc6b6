/**
 * Tests that work on files that are designed to be slow stops at the deadline, and that no other client waits for that
 * work.
 */
import { buildOnce, type HeldTimers, holdTimers, turns } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endServers, serve, serveFor, site, type TestServer } from './serving.ts';

beforeAll(buildOnce);
afterEach(async () => {
  deadlines.release();
  await endServers();
});

/** The test controls when deadlines pass. The wall-time deadline is ten times the deadline in processor time. */
const workDeadlineMs = 7_654_321;
let deadlines: HeldTimers;
beforeEach(() => {
  deadlines = holdTimers(10 * workDeadlineMs);
});

/** 500 KiB of patterns, each of which nearly matches at almost every position. */
const wildcards = `User-agent: *\n${`Disallow: /${'*aaaaaaaaab'.repeat(40)}\n`.repeat(1300)}`.slice(
  0,
  511_000,
);
const nearly = Array.from({ length: 3000 }, (_, index) => `/${'a'.repeat(8000)}${index}`);

const limits = { maxRequestBytes: 64 * 1024 * 1024, workDeadlineMs, workers: 1 };

/** A request that takes minutes, because a dialect's engine compares rule by rule. */
const endless = { robots: wildcards, dialect: 'google', urls: nearly.slice(0, 100) };

/** Reads the service's metrics. A body of more than a megabyte is also parsed in a worker, with its own deadline. */
function metricsOf(server: TestServer): () => Promise<string> {
  return async () => (await server.get('/metrics')).text;
}

/** Sends ordinary requests, one after another. */
async function askInnocently(server: TestServer, count: number): Promise<void> {
  for (let asked = 0; asked < count; asked += 1) {
    const robots = 'User-agent: *\nDisallow: /x\n';
    const { status } = await server.post('/v1/evaluate', { robots, urls: ['/x'] });
    expect(status).toBe(200);
  }
}

describe('a hostile robots.txt', () => {
  it('is ended at the deadline while other requests go on, and the next is answered', async () => {
    const server = await serve({ limits });
    const hostile = server.post('/v1/evaluate', endless);
    await expect.poll(metricsOf(server)).toContain('robots_worker_tasks_total{task="request",end="done"} 1');
    await expect.poll(deadlines.waiting).toBe(1);
    await askInnocently(server, 5);
    deadlines.fire();
    const { status, json } = await hostile;
    expect([status, json.type]).toEqual([422, '/docs#too-expensive']);
    await expect
      .poll(metricsOf(server))
      .toContain('robots_worker_tasks_total{task="operation",end="deadline"} 1');
    const after = await server.post('/v1/evaluate', { robots: wildcards, urls: ['/a'] });
    expect(after.status).toBe(200);
  });

  it('that was fetched is ended likewise', async () => {
    const evil = await site({ '/robots.txt': wildcards });
    const server = await serveFor([evil], { limits });
    const urls = nearly.slice(0, 60).map((path) => evil.origin + path);
    let isDone = false;
    const hostile = server.post('/v1/check', { urls, dialect: 'google' }).finally(() => {
      isDone = true;
    });
    await expect.poll(metricsOf(server)).toContain('robots_worker_tasks_total{task="request",end="done"} 1');
    await expect.poll(deadlines.waiting).toBe(1);
    await askInnocently(server, 5);
    expect(isDone).toBe(false);
    while (!isDone) {
      deadlines.fire();
      await turns();
    }
    const { status, json } = await hostile;
    expect(status).toBe(200);
    const codes = json.results.map(({ error }: { error?: { code: string } }) => error?.code);
    expect(new Set(codes)).toEqual(new Set(['too-expensive']));
  });

  it('by the dozen fills the queue, which is bounded', async () => {
    const server = await serve({ limits: { ...limits, maxQueuedWork: 2 } });
    const statuses: number[] = [];
    const hostile = Array.from({ length: 8 }, async () => {
      statuses.push((await server.post('/v1/evaluate', endless)).status);
    });
    await expect.poll(() => statuses).toEqual([503, 503, 503, 503, 503]);
    while (statuses.length < 8) {
      deadlines.fire();
      await turns();
    }
    await Promise.all(hostile);
    expect(statuses.slice(5)).toEqual([422, 422, 422]);
  });

  it.each([
    ['one line of 500 KiB', `User-agent: *\nDisallow: /${'*a'.repeat(250_000)}`],
    ['500 KiB of stars', `User-agent: *\nDisallow: /${'*'.repeat(500_000)}`],
    ['40,000 rules that match', `User-agent: *\n${'Disallow: /\n'.repeat(40_000)}`],
    ['100,000 groups', 'User-agent: a\nDisallow: /\n'.repeat(19_000)],
    ['control characters', `User-agent: *\nDisallow: /\x00\x1b[31m\u202e${'\r'.repeat(1000)}`],
    ['markup', 'User-agent: *\nDisallow: /<script>alert(1)</script>\n'],
  ])('%s gets an answer or an end', async (_, robots) => {
    const server = await serve({ limits: { workDeadlineMs: 2000 } });
    for (const [path, request] of [
      ['/v1/evaluate', { robots, urls: ['/', '/aaaa', '/<script>alert(1)</script>'], usage: true }],
      ['/v1/lint', { robots }],
      ['/v1/readings', { robots, urls: ['/aaaa'] }],
      ['/v1/diff', { before: { robots }, after: { robots: `${robots}\nDisallow: /b` } }],
    ] as const) {
      const { status, type } = await server.post(path, request);
      expect([200, 422]).toContain(status);
      expect(type).toMatch(/json$/);
    }
  });
});
