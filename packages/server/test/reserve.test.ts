/** `POST /v1/reserve`. */
import { createMemoryStore } from '@robots-exclusion/client';
import { afterEach, expect, it } from 'vitest';
import { type Answer, endServers, serve, serveFor, site } from './serving.ts';

afterEach(endServers);

const atOf = ({ json }: Answer): number => Date.parse(json.reservation.at);

it('gives instants a delay apart to all that ask, the first one a delay after robots.txt', async () => {
  const slow = await site({ '/robots.txt': 'User-agent: *\nCrawl-delay: 7\nDisallow: /private\n' });
  const server = await serveFor([slow]);
  const ask = (path: string, agent = 'FooBot') =>
    server.post('/v1/reserve', { url: slow.origin + path, agent });
  const before = Date.now();
  const answers = await Promise.all(['/a', '/b', '/c'].map((path) => ask(path)));
  const instants = answers.map(atOf).sort((one, other) => one - other);
  expect(instants.slice(1).map((at, index) => at - instants[index]!)).toEqual([7000, 7000]);
  expect(instants[0]).toBeGreaterThanOrEqual(before + 7000);
  expect(answers[0]?.json).toMatchObject({
    decision: { action: 'fetch', crawlDelaySeconds: 7 },
    reservation: { delayMs: 7000 },
  });
  // `waitMs` is the time from the response until the reserved instant.
  for (const answer of answers)
    expect(answer.json.reservation.waitMs).toBeLessThanOrEqual(atOf(answer) - before);
  // Another crawler has a separate line.
  expect(atOf(await ask('/a', 'BarBot'))).toBeLessThanOrEqual(Math.max(...instants));
  expect(slow.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
});

it('takes no instant for what must not be fetched, and none beyond the longest wait', async () => {
  const slow = await site({ '/robots.txt': 'User-agent: *\nCrawl-delay: 7\nDisallow: /private\n' });
  const down = await site({ '/robots.txt': { status: 503 } });
  const free = await site({ '/robots.txt': '' });
  const server = await serveFor([slow, down, free]);
  const ask = async (url: string, more = {}) =>
    (await server.post('/v1/reserve', { url, agent: 'FooBot', ...more })).json;
  const forbidden = await ask(`${slow.origin}/private`);
  expect(forbidden).toMatchObject({ decision: { action: 'skip', verdict: { rule: { line: 3 } } } });
  expect(forbidden.reservation ?? forbidden.retryAt).toBeUndefined();
  const deferred = await ask(`${down.origin}/`);
  expect(deferred).toMatchObject({ decision: { action: 'defer', outcome: 'unreachable' } });
  expect(deferred.reservation).toBeUndefined();
  const late = await ask(`${slow.origin}/a`, { maxWaitMs: 10 });
  expect(late.reservation).toBeUndefined();
  expect(Date.parse(late.retryAt)).toBeGreaterThan(Date.now());
  // The instant that was not reserved goes to the next caller.
  const taken = await ask(`${slow.origin}/a`);
  expect(taken.reservation.waitMs).toBeLessThanOrEqual(7000);
  expect((await ask(`${free.origin}/a`)).reservation).toMatchObject({ waitMs: 0, delayMs: 0 });
  expect((await ask(`${slow.origin}/robots.txt`)).reservation.waitMs).toBe(0);
});

it('answers the decision of a check, to the octet', async () => {
  const slow = await site({ '/robots.txt': 'User-agent: *\nCrawl-delay: 1\nDisallow: /private\n' });
  const server = await serveFor([slow]);
  for (const [path, agent] of [
    ['/a', 'FooBot'],
    ['/private', 'Googlebot-Image'],
    ['/a', 'Mozilla/5.0 (compatible; GPTBot/1.3)'],
  ] as const) {
    const url = slow.origin + path;
    const reserved = await server.post('/v1/reserve', { url, agent });
    const checked = await server.post('/v1/check', { urls: [url], agents: [agent] });
    expect(JSON.stringify(reserved.json.decision)).toBe(JSON.stringify(checked.json.results[0]));
  }
});

it('shares instants with services on the same store', async () => {
  const slow = await site({ '/robots.txt': 'User-agent: *\nCrawl-delay: 7\n' });
  const store = createMemoryStore();
  const servers = await Promise.all([serveFor([slow], { store }), serveFor([slow], { store })]);
  const answers = await Promise.all(
    [0, 1, 0, 1].map((at) => servers[at]!.post('/v1/reserve', { url: `${slow.origin}/a`, agent: 'FooBot' })),
  );
  const instants = answers.map(atOf).sort((one, other) => one - other);
  const gaps = instants.slice(1).map((at, index) => at - instants[index]!);
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(7000);
});

it('says which member is wrong', async () => {
  const server = await serve();
  const ask = async (body: unknown) => (await server.post('/v1/reserve', body)).json;
  const url = 'https://example.com/';
  expect(await ask({ url, agent: '()' })).toMatchObject({ status: 400, errors: [{ path: 'agent' }] });
  expect(await ask({ url, agent: 'registry:ai-training' })).toMatchObject({
    status: 400,
    errors: [{ path: 'agent' }],
  });
  expect(await ask({ url })).toMatchObject({ status: 400, errors: [{ path: 'agent' }] });
  expect(await ask({ url, agent: 'FooBot', maxWait: 1 })).toMatchObject({ status: 400 });
  expect(await ask({ url: 'nonsense', agent: 'FooBot' })).toMatchObject({
    decision: { error: { code: 'invalid-url' } },
  });
  // Nothing is fetched from a private address, and nothing is reserved there.
  expect(await ask({ url: 'http://127.0.0.1:1/', agent: 'FooBot' })).toMatchObject({
    decision: { action: 'skip', outcome: 'refused' },
  });
});
