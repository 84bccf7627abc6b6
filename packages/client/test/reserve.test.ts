import { createClient, createMemoryStore, type Store } from '@robots-exclusion/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nodeError, scripted, scriptedClient, second, settableClock, start, userAgent } from './scripted.ts';

const page = 'https://example.com/y';
const delayed = {
  body: 'User-agent: *\nCrawl-delay: 10\nDisallow:\n\nUser-agent: BarBot\nCrawl-delay: 0.5\nDisallow:\n',
};

describe('reserve', () => {
  it('hands out instants that lie a Crawl-delay apart, the first one as far from robots.txt', async () => {
    const { client, clock } = scriptedClient(() => delayed);
    const taken = [await client.reserve(page), await client.reserve(page), await client.reserve(page)];
    expect(taken.map(({ at }) => at - start)).toEqual([10 * second, 20 * second, 30 * second]);
    clock.advance(35 * second);
    expect((await client.reserve(page)).at - start).toBe(40 * second);
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
      Array.from({ length: 50 }, (_, index) => (index + 1) * 10),
    );
    const other = createClient({
      userAgent: 'BarBot/1',
      transports: [scripted(() => delayed)],
      clock,
      store,
    });
    const own = [await other.reserve(page), await other.reserve(page)];
    expect(own.map(({ at }) => at - start)).toEqual([500, 1000]);
  });

  it('keeps origins apart', async () => {
    const { client } = scriptedClient(() => delayed);
    await client.reserve('https://a.example/');
    expect((await client.reserve('https://b.example/')).at - start).toBe(10 * second);
  });

  it('without a Crawl-delay is now, or the default apart', async () => {
    const { client } = scriptedClient(() => ({ status: 404 }));
    expect([await client.reserve(page), await client.reserve(page)]).toEqual([{ at: start }, { at: start }]);
    const careful = scriptedClient(() => ({ status: 404 }), { defaultCrawlDelaySeconds: 1 }).client;
    expect([await careful.reserve(page), await careful.reserve(page)]).toEqual([
      { at: start + second },
      { at: start + 2 * second },
    ]);
  });

  it('keeps to the cap, which decisions report', async () => {
    const { client } = scriptedClient(() => delayed, { maxCrawlDelaySeconds: 3 });
    await client.reserve(page);
    expect((await client.reserve(page)).at - start).toBe(6 * second);
    expect(await client.check(page)).toMatchObject({ crawlDelaySeconds: 3, crawlDelayStatedSeconds: 10 });
    expect(await client.check(page, { productTokens: 'BarBot' })).toMatchObject({ crawlDelaySeconds: 0.5 });
  });

  it('caps a huge Crawl-delay at an hour', async () => {
    const { client } = scriptedClient(() => ({ body: 'User-agent: *\nCrawl-delay: 999999999' }));
    await client.reserve(page);
    expect((await client.reserve(page)).at - start).toBe(7200 * second);
    expect(await client.check(page)).toMatchObject({
      crawlDelaySeconds: 3600,
      crawlDelayStatedSeconds: 999_999_999,
    });
  });

  it('takes turns in a store that knows compare-and-set only, however many want an instant', async () => {
    const { reserve: _, ...plain } = createMemoryStore();
    const clock = settableClock();
    const clients = Array.from({ length: 100 }, () =>
      createClient({ userAgent, transports: [scripted(() => delayed)], clock, store: plain }),
    );
    await clients[0]!.check(page);
    const taken = await Promise.all(clients.map((client) => client.reserve(page)));
    const seconds = taken.map(({ at }) => (at - start) / second).toSorted((a, b) => a - b);
    expect(seconds).toEqual(Array.from({ length: 100 }, (__, index) => (index + 1) * 10));
  });

  it('gives nothing at once when the store was silent', async () => {
    let isSilent = false;
    const sound = createMemoryStore();
    const answering = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
      isSilent ? new Promise(() => {}) : work();
    const { client } = scriptedClient(() => delayed, {
      store: { ...sound, reserve: (key, request) => answering(() => sound.reserve!(key, request)) },
      limits: { storeTimeoutMs: 20 },
    });
    await client.check(page);
    isSilent = true;
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const first = client.reserve(page);
    // The store is retried in the meantime. Once it answers, the shared queue applies again.
    await vi.advanceTimersByTimeAsync(200);
    isSilent = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await first).at - start).toBe(10 * second);
    expect((await client.reserve(page)).at - start).toBe(20 * second);
  });

  it('an aborted caller takes no instant from those who wait', async () => {
    const { client } = scriptedClient(() => delayed);
    await client.check(page);
    const controller = new AbortController();
    const first = client.reserve(page);
    const aborted = client.reserve(page, { signal: controller.signal });
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect([(await first).at - start, (await client.reserve(page)).at - start]).toEqual([
      10 * second,
      20 * second,
    ]);
  });

  it('gives the next caller what was given back, and nobody what has passed', async () => {
    const { client, clock } = scriptedClient(() => delayed);
    const taken = [await client.reserve(page), await client.reserve(page), await client.reserve(page)];
    expect(taken.map(({ at }) => at - start)).toEqual([10 * second, 20 * second, 30 * second]);
    const other = await client.reserve(page, { productTokens: 'BarBot' });
    taken[1]?.giveBack?.();
    taken[1]?.giveBack?.();
    // Other crawlers and other origins have their own queues.
    expect((await client.reserve(page, { productTokens: 'BarBot' })).at - other.at).toBe(500);
    expect((await client.reserve('https://other.example/')).at - start).toBe(10 * second);
    expect((await client.reserve(page)).at - start).toBe(20 * second);
    expect((await client.reserve(page)).at - start).toBe(40 * second);
    taken[2]?.giveBack?.();
    clock.advance(30 * second);
    expect((await client.reserve(page)).at - start).toBe(50 * second);
  });

  it('an instant that comes after its caller was aborted is the next one’s', async () => {
    const memory = createMemoryStore();
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const store: Store = {
      ...memory,
      reserve: async (key, request) => {
        const reserved = await memory.reserve?.(key, request);
        await held;
        return reserved as NonNullable<typeof reserved>;
      },
    };
    const { client } = scriptedClient(() => delayed, { store });
    await client.check(page);
    const controller = new AbortController();
    const aborted = client.reserve(page, { signal: controller.signal });
    // This reservation is requested after the first one has been sent to the store.
    const next = client.reserve(page);
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    letGo();
    const instants = [(await next).at, (await client.reserve(page)).at].map((at) => at - start);
    expect(new Set(instants).size).toBe(2);
    for (const at of instants) expect(at % (10 * second)).toBe(0);
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
    // No time passes, so a caller that slept would never wake.
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    for (let times = 0; times < 20; times++) await client.reserve(page);
  });

  const { reserve: __, ...comparing } = createMemoryStore();
  it.each<[string, Store]>([
    ['rejects', { ...comparing, get: async () => Promise.reject(new Error('gone')) }],
    ['does not write', { ...comparing, set: async () => Promise.reject(new Error('read-only')) }],
    ['is full', { ...createMemoryStore(), reserve: async () => Promise.reject(new Error('OOM')) }],
  ])('keeps the delay in this process when the store %s, and gives nothing at once', async (_, store) => {
    const { client } = scriptedClient(() => delayed, { store });
    const taken = [await client.reserve(page), await client.reserve(page), await client.reserve(page)];
    expect(taken.map(({ at }) => at - start)).toEqual([10 * second, 20 * second, 30 * second]);
  });

  it('gives no instant twice when the store was emptied', async () => {
    const memory = createMemoryStore();
    const { client } = scriptedClient(() => delayed, { store: memory });
    const other = scriptedClient(() => delayed, { store: memory }).client;
    const taken = [await client.reserve(page), await client.reserve(page), await client.reserve(page)];
    for await (const key of memory.keys!('https://example.com#reserve')) await memory.delete(key);
    taken.push(await client.reserve(page), await other.reserve(page));
    expect(taken.map(({ at }) => (at - start) / second)).toEqual([10, 20, 30, 40, 50]);
  });

  it('gives no instant twice when the store reserves again after it failed', async () => {
    const memory = createMemoryStore();
    let isFull = false;
    const { client } = scriptedClient(() => delayed, {
      store: {
        ...memory,
        reserve: async (key, request) => {
          if (isFull) throw new Error('OOM');
          return memory.reserve!(key, request);
        },
      },
    });
    const taken = [await client.reserve(page)];
    isFull = true;
    taken.push(await client.reserve(page), await client.reserve(page));
    isFull = false;
    taken.push(await client.reserve(page), await client.reserve(page));
    expect(taken.map(({ at }) => (at - start) / second)).toEqual([10, 20, 30, 40, 50]);
  });

  it('begins anew over what is not a reservation', async () => {
    const store = createMemoryStore();
    await scriptedClient(() => delayed, { store }).client.reserve(page);
    for await (const key of store.keys!('https://example.com#reserve')) {
      await store.set(key, new TextEncoder().encode('robots-reserve/1 x y'), { ttlMs: 1000 });
    }
    expect((await scriptedClient(() => delayed, { store }).client.reserve(page)).at - start).toBe(
      10 * second,
    );
  });

  it('/robots.txt itself waits for nothing, and not for an origin that cannot be reached (RFC 9309 §2.2.2)', async () => {
    const { client } = scriptedClient(() => delayed);
    await client.reserve(page);
    expect(await client.reserve('https://example.com/robots.txt')).toEqual({ at: start });
    expect((await client.reserve(page)).at - start).toBe(20 * second);
    const failing = scriptedClient(() => ({ status: 503, headers: { 'retry-after': '120' } })).client;
    expect(await failing.reserve('https://example.com/robots.txt')).toEqual({ at: start });
  });

  it('counts from robots.txt that another client of the store fetched, and not from one fetched long ago', async () => {
    const store = createMemoryStore();
    const one = scriptedClient(() => delayed, { store });
    const other = scriptedClient(() => delayed, { store });
    const { evidence } = await one.client.robots(page);
    // The scripted answer took a moment of real time.
    const answeredAt = evidence?.hops.map(({ at, durationMs }) => at + durationMs);
    other.clock.advance(4 * second);
    expect([(await other.client.reserve(page)).at - 10 * second]).toEqual(answeredAt);
    other.clock.advance(60 * second);
    expect((await other.client.reserve(page)).at).toBe(other.clock.now());
    expect(other.transport.requests).toEqual([]);
  });

  it('is not sooner than its caller asks', async () => {
    const { client } = scriptedClient(() => delayed);
    expect((await client.reserve(page, { notBefore: start + 25 * second })).at - start).toBe(25 * second);
    expect((await client.reserve(page)).at - start).toBe(35 * second);
  });

  it('holds for stale rules, too', async () => {
    const { client, transport, clock } = scriptedClient(() => delayed);
    await client.check(page);
    clock.advance(86_400 * second);
    transport.script = () => nodeError('ETIMEDOUT');
    await client.reserve(page);
    expect((await client.reserve(page)).at - clock.now()).toBe(20 * second);
  });
});
