/**
 * A thousand sites in one run: each robots.txt is fetched once, no forbidden page is fetched, and every delay is kept.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createClient, createGuardedDispatcher, type Resolve } from '@robots-exclusion/client';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { request } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { steppedClock } from './stepped-clock.ts';

const sites = 1000;
const delayMs = 1000;
const paths = ['/a', '/private', '/b'];

it('undici with the guarded dispatcher', { timeout: 300_000 }, async () => {
  const time = steppedClock();
  const arrivals = new Map<string, { path: string; at: number }[]>();
  let arrived = 0;
  const machine = await startHttpOrigin(({ path, headers }) => {
    arrived += 1;
    const host = headers['host'] ?? '';
    arrivals.set(host, [...(arrivals.get(host) ?? []), { path, at: time.now() }]);
    return path === '/robots.txt' ? 'User-agent: *\nDisallow: /private\nCrawl-delay: 1\n' : 'page';
  });
  let sent = 0;
  const count = () => {
    sent += 1;
  };
  subscribe('undici:client:sendHeaders', count);
  const resolve: Resolve = (_name, _options, callback) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  // Timeouts run in real time, and the machine may be busy.
  const patient = 120_000;
  const limits = {
    connectTimeoutMs: patient,
    headersTimeoutMs: patient,
    bodyTimeoutMs: patient,
    totalTimeoutMs: patient,
  };
  const client = createClient({ userAgent: 'FooBot/1.0', resolve, clock: time, limits });
  onTestFinished(async () => {
    unsubscribe('undici:client:sendHeaders', count);
    await client.close();
    await machine.close();
  });
  const dispatcher = createGuardedDispatcher(client, { waitUntil: time.waitUntil });
  const { port } = new URL(machine.origin);
  const calls = Array.from({ length: sites }, (_, at) => `http://site-${at}.example:${port}`).flatMap(
    (origin) =>
      paths.map(async (path) => {
        const response = await request(origin + path, { dispatcher });
        await response.body.dump();
        return response.statusCode;
      }),
  );
  let isDone = false;
  const ended = Promise.allSettled(calls).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((next) => setImmediate(next));
    // The clock stands still while a request is in transit: the client does not control how long that takes.
    if (sent === arrived) time.step();
  }
  const ends = (await ended).map((end) => (end.status === 'fulfilled' ? end.value : end.reason.code));
  expect(new Set(ends)).toEqual(new Set([200, 'ROBOTS_DISALLOWED']));
  expect(ends.filter((end) => end === 200)).toHaveLength(2 * sites);
  expect(arrivals.size).toBe(sites);
  for (const [host, seen] of arrivals) {
    expect(seen.map(({ path }) => path).toSorted(), host).toEqual(['/a', '/b', '/robots.txt']);
    for (const [index, { at }] of seen.slice(1).entries()) {
      expect(at - (seen[index]?.at ?? 0), host).toBeGreaterThanOrEqual(delayMs);
    }
  }
});
