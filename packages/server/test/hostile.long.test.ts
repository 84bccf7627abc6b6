/** Files made to take long: they are ended at the deadline, and nobody else waits for them. */
import { buildOnce } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endServers, serve, serveFor, site, type TestServer } from './serving.ts';

beforeAll(buildOnce);
afterEach(endServers);

/** 500 KiB of patterns, each of which nearly matches nearly everywhere. */
const wildcards = `User-agent: *\n${`Disallow: /${'*aaaaaaaaab'.repeat(40)}\n`.repeat(1300)}`.slice(
  0,
  511_000,
);
const nearly = Array.from({ length: 3000 }, (_, index) => `/${'a'.repeat(8000)}${index}`);

/** Far more work than its deadline lets through on any machine. */
const limits = { maxRequestBytes: 64 * 1024 * 1024, workDeadlineMs: 3000, workers: 1 };

/** Innocent questions, one after the other. */
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
    let isDone = false;
    // A dialect's engine compares rule by rule, which exceeds any deadline.
    const question = { robots: wildcards, dialect: 'google' };
    const hostile = server.post('/v1/evaluate', { ...question, urls: nearly }).finally(() => {
      isDone = true;
    });
    await askInnocently(server, 5);
    expect(isDone).toBe(false);
    const { status, json } = await hostile;
    expect([status, json.type]).toEqual([422, '/docs#too-expensive']);
    const { text } = await server.get('/metrics');
    expect(text).toContain('robots_worker_tasks_total{task="answers",end="deadline"} 1');
    const after = await server.post('/v1/evaluate', { robots: wildcards, urls: ['/a'] });
    expect(after.status).toBe(200);
  });

  it('that was fetched is ended likewise', async () => {
    const evil = await site({ '/robots.txt': wildcards });
    const server = await serveFor([evil], { limits });
    const urls = nearly.slice(0, 60).map((path) => evil.origin + path);
    const hostile = server.post('/v1/check', { urls });
    await askInnocently(server, 5);
    const { status, json } = await hostile;
    expect(status).toBe(200);
    const codes = json.results.map(({ error }: { error?: { code: string } }) => error?.code);
    for (const code of codes) expect([undefined, 'too-expensive']).toContain(code);
  });

  it('by the dozen fills the queue, which is bounded', async () => {
    const server = await serve({ limits: { ...limits, maxQueuedWork: 2 } });
    const hostile = Array.from({ length: 8 }, () =>
      server.post('/v1/evaluate', { robots: wildcards, urls: nearly.slice(0, 400) }),
    );
    const statuses = (await Promise.all(hostile)).map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(4);
    // A fast machine may get through one of them in time.
    for (const status of statuses) expect([200, 422, 503]).toContain(status);
  });

  it.each([
    ['one line of 500 KiB', `User-agent: *\nDisallow: /${'*a'.repeat(250_000)}`],
    ['500 KiB of stars', `User-agent: *\nDisallow: /${'*'.repeat(500_000)}`],
    ['40,000 rules that match', `User-agent: *\n${'Disallow: /\n'.repeat(40_000)}`],
    ['100,000 groups', 'User-agent: a\nDisallow: /\n'.repeat(19_000)],
    ['control characters', `User-agent: *\nDisallow: /\x00\x1b[31m\u202e${'\r'.repeat(1000)}`],
    ['markup', 'User-agent: *\nDisallow: /<script>alert(1)</script>\n'],
  ])('%s gets an answer or an end', async (_, robots) => {
    const server = await serve();
    for (const [path, request] of [
      ['/v1/evaluate', { robots, urls: ['/', '/aaaa', '/<script>alert(1)</script>'], usage: 'report' }],
      ['/v1/lint', { robots }],
      ['/v1/interpretations', { robots, urls: ['/aaaa'] }],
      ['/v1/diff', { before: { robots }, after: { robots: `${robots}\nDisallow: /b` } }],
    ] as const) {
      const { status, type } = await server.post(path, request);
      expect([200, 422]).toContain(status);
      expect(type).toMatch(/json$/);
    }
  });
});
