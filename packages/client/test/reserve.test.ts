import { createClient, createMemoryStore, type Store } from '@robots-exclusion/client';
import { describe, expect, it } from 'vitest';
import { nodeError, scripted, scriptedClient, second, settableClock, start, userAgent } from './scripted.ts';

const page = 'https://example.com/y';
const delayed = {
  body: 'User-agent: *\nCrawl-delay: 10\nDisallow:\n\nUser-agent: BarBot\nCrawl-delay: 0.5\nDisallow:\n',
};

describe('reserve', () => {
  it('hands out instants that lie a Crawl-delay apart', async () => {
    const { client, clock } = scriptedClient(() => delayed);
    const taken = [await client.reserve(page), await client.reserve(page), await client.reserve(page)];
    expect(taken.map(({ at }) => at - start)).toEqual([0, 10 * second, 20 * second]);
    clock.advance(25 * second);
    expect((await client.reserve(page)).at - start).toBe(30 * second);
    clock.advance(60 * second);
    expect((await client.reserve(page)).at).toBe(clock.now());
  });

  it('is shared by all clients of one crawler on one store, and by nobody else', async () => {
    const store = createMemoryStore();
    const clock = settableClock();
    const clients = Array.from({ length: 5 }, () =>
      createClient({ userAgent, transports: [scripted(() => delayed)], clock, store }),
    );
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, index) => clients[index % 5]!.reserve(page)),
    );
    expect(taken.map(({ at }) => (at - start) / second).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, index) => index * 10),
    );
    const other = createClient({
      userAgent: 'BarBot/1',
      transports: [scripted(() => delayed)],
      clock,
      store,
    });
    const own = [await other.reserve(page), await other.reserve(page)];
    expect(own.map(({ at }) => at - start)).toEqual([0, 500]);
  });

  it('keeps origins apart', async () => {
    const { client } = scriptedClient(() => delayed);
    await client.reserve('https://a.example/');
    expect((await client.reserve('https://b.example/')).at).toBe(start);
  });

  it('without a Crawl-delay is now, or the default apart', async () => {
    const { client } = scriptedClient(() => ({ status: 404 }));
    expect([await client.reserve(page), await client.reserve(page)]).toEqual([{ at: start }, { at: start }]);
    const careful = scriptedClient(() => ({ status: 404 }), { defaultCrawlDelaySeconds: 1 }).client;
    expect([await careful.reserve(page), await careful.reserve(page)]).toEqual([
      { at: start },
      { at: start + second },
    ]);
  });

  it('keeps to the cap, which decisions tell of', async () => {
    const { client } = scriptedClient(() => delayed, { maxCrawlDelaySeconds: 3 });
    await client.reserve(page);
    expect((await client.reserve(page)).at - start).toBe(3 * second);
    expect(await client.check(page)).toMatchObject({ crawlDelaySeconds: 3, crawlDelayStatedSeconds: 10 });
    expect(await client.check(page, { productTokens: 'BarBot' })).toMatchObject({ crawlDelaySeconds: 0.5 });
  });

  it('is not before an origin that cannot be reached is tried again', async () => {
    const { client } = scriptedClient(() => ({ status: 503, headers: { 'retry-after': '120' } }));
    expect((await client.reserve(page)).at - start).toBe(120 * second);
  });

  it('is now where there is no robots.txt to ask for', async () => {
    const { client } = scriptedClient(() => delayed);
    expect(await client.reserve('mailto:me@example.com')).toEqual({ at: start });
    await expect(client.reserve('nonsense')).rejects.toBeInstanceOf(TypeError);
  });

  it('never sleeps', async () => {
    const { client } = scriptedClient(() => delayed);
    const startedAt = performance.now();
    for (let times = 0; times < 20; times++) await client.reserve(page);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it.each<[string, Partial<Store>]>([
    ['rejects', { get: async () => Promise.reject(new Error('gone')) }],
    ['does not write', { set: async () => Promise.reject(new Error('read-only')) }],
  ])('keeps the delay in this process when the store %s', async (_, broken) => {
    const { client } = scriptedClient(() => delayed, { store: { ...createMemoryStore(), ...broken } });
    const taken = [await client.reserve(page), await client.reserve(page), await client.reserve(page)];
    expect(taken.map(({ at }) => at - start)).toEqual([0, 10 * second, 20 * second]);
  });

  it('begins anew over what is no reservation', async () => {
    const store = createMemoryStore();
    const { client } = scriptedClient(() => delayed, { store });
    await client.reserve(page);
    for await (const key of store.keys!('https://example.com#reserve')) {
      await store.set(key, new TextEncoder().encode('robots-reserve/1 x y'), { ttlMs: 1000 });
    }
    expect((await client.reserve(page)).at).toBe(start);
  });

  it('holds for stale rules, too', async () => {
    const { client, transport, clock } = scriptedClient(() => delayed);
    await client.check(page);
    clock.advance(86_400 * second);
    transport.script = () => nodeError('ETIMEDOUT');
    await client.reserve(page);
    expect((await client.reserve(page)).at - clock.now()).toBe(10 * second);
  });
});
