import { gzipSync } from 'node:zlib';
import { createClient, createMemoryStore, type Store } from '@robots-exclusion/client';
import { turns } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { lockKey } from '../src/store/keys.ts';
import { isFreeLock } from '../src/store/lock.ts';
import { type Script, scripted, scriptedClient, settableClock, userAgent } from './scripted.ts';

const page = 'https://example.com/x';
const robotsUrl = 'https://example.com/robots.txt';
const rules = { body: 'User-agent: *\nDisallow: /x\n' };
const never = (): Promise<never> => new Promise(() => {});

/** Tracks the timers that are set after this call. */
function watchTimers(): { running(): number; stop(): void } {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const running = new Set<unknown>();
  globalThis.setTimeout = ((callback: () => void, ms: number) => {
    const timer = set(() => {
      running.delete(timer);
      callback();
    }, ms);
    running.add(timer);
    return timer;
  }) as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    running.delete(timer);
    clear(timer as NodeJS.Timeout);
  };
  return {
    running: () => running.size,
    stop: () => Object.assign(globalThis, { setTimeout: set, clearTimeout: clear }),
  };
}

async function* hangingBody(start: Uint8Array = Buffer.from('User-agent: *\n')): AsyncGenerator<Uint8Array> {
  yield start;
  await never();
}

/** A body whose `next` never settles and that cannot be ended. */
const deafBody: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => ({ next: never }) };

const stuckStore = (stuckKey: (key: string) => boolean): Store => {
  const store = createMemoryStore();
  return { ...store, get: (key) => (stuckKey(key) ? never() : store.get(key)) };
};

interface Point {
  name: string;
  script: Script;
  store?: () => Store;
  /** The number of timers that an operation on a hanging store holds until the operation times out. */
  storeTimers?: number;
}

const points: Point[] = [
  { name: 'the store is read', script: () => rules, store: () => stuckStore(() => true), storeTimers: 1 },
  {
    name: 'the lock is read',
    script: () => rules,
    store: () => stuckStore((key) => key.includes('#')),
    storeTimers: 1,
  },
  { name: 'the header is awaited', script: never },
  { name: 'the body is awaited', script: () => ({ body: hangingBody() }) },
  { name: 'a body that cannot be ended is awaited', script: () => ({ body: deafBody }) },
  {
    name: 'a coded body is awaited',
    script: () => ({
      headers: { 'content-encoding': 'gzip' },
      body: hangingBody(gzipSync('User-agent: *\n'.repeat(1000)).subarray(0, 40)),
    }),
  },
  {
    name: 'a redirect is followed',
    script: ({ url }) => (url === robotsUrl ? { status: 302, headers: { location: '/r' } } : never()),
  },
];

describe.each(points)('aborted while $name', ({ script, store = createMemoryStore, storeTimers = 0 }) => {
  it('rejects with AbortError and leaves no timer, no hop and no lock', async () => {
    const transport = scripted(script);
    const client = createClient({
      userAgent,
      transports: [transport],
      store: store(),
      clock: settableClock(),
    });
    const timers = watchTimers();
    const controller = new AbortController();
    const check = client.check(page, { signal: controller.signal });
    await turns();
    controller.abort();
    await expect(check).rejects.toMatchObject({ name: 'AbortError' });
    await turns();
    expect(transport.requests.every(({ signal }) => signal.aborted)).toBe(true);
    timers.stop();
    expect(timers.running()).toBe(storeTimers);
    await client.close();
  });
});

describe('an aborted check', () => {
  it('rejects at once when aborted before, and asks nothing', async () => {
    const { client, transport } = scriptedClient(() => rules);
    await expect(client.check(page, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(transport.requests).toHaveLength(0);
  });

  it('rejects with the reason of the signal, as it is', async () => {
    const { client } = scriptedClient(never);
    const reason = new Error('had enough');
    const controller = new AbortController();
    const check = client.check(page, { signal: controller.signal });
    controller.abort(reason);
    await expect(check).rejects.toBe(reason);
    await expect(client.check(page, { signal: AbortSignal.timeout(10) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('gives the lock back', async () => {
    const store = createMemoryStore();
    const client = createClient({ userAgent, transports: [scripted(never)], store, clock: settableClock() });
    const controller = new AbortController();
    const check = client.check(page, { signal: controller.signal });
    await turns();
    const held = await store.get(lockKey('https://example.com'));
    expect(held && isFreeLock(held)).toBe(false);
    controller.abort();
    await check.catch(() => {});
    const left = await store.get(lockKey('https://example.com'));
    expect(left === undefined || isFreeLock(left)).toBe(true);
  });

  it('does not end the fetch for others', async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { client, transport } = scriptedClient(async () => {
      await gate;
      return rules;
    });
    const controller = new AbortController();
    const aborted = client.check(page, { signal: controller.signal });
    const other = client.check(page);
    await turns();
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect(transport.requests[0]?.signal.aborted).toBe(false);
    open();
    expect((await other).outcome).toBe('rules');
    expect(transport.requests).toHaveLength(1);
  });

  it('is followed by a new fetch for whoever comes next', async () => {
    const { client, transport } = scriptedClient((_, earlier) => (earlier === 0 ? never() : rules));
    const controller = new AbortController();
    const aborted = client.check(page, { signal: controller.signal });
    await turns();
    controller.abort();
    const next = client.check(page);
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect((await next).outcome).toBe('rules');
    expect(transport.requests).toHaveLength(2);
  });

  it('stores nothing', async () => {
    const store = createMemoryStore();
    const client = createClient({ userAgent, transports: [scripted(never)], store, clock: settableClock() });
    const controller = new AbortController();
    const check = client.check(page, { signal: controller.signal });
    await turns();
    controller.abort();
    await check.catch(() => {});
    expect(await store.get('https://example.com')).toBeUndefined();
  });
});

it('one signal serves many checks without a warning of a leak', async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error): void => void warnings.push(warning);
  process.on('warning', listen);
  const { client } = scriptedClient(() => rules);
  const { signal } = new AbortController();
  await Promise.all(
    Array.from({ length: 50 }, (_, host) => client.check(`https://h${host}.example/`, { signal })),
  );
  await turns();
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});

describe('close', () => {
  it('starts no fetch for a check that was still reading the store', async () => {
    const memory = createMemoryStore();
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const store: Store = { ...memory, get: (key) => held.then(() => memory.get(key)) };
    const { client, transport } = scriptedClient(never, { store });
    const checks = [client.check(page), client.check(page, { mode: 'reload' })];
    const ends = Promise.allSettled(checks);
    await client.close();
    letGo();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    for (const check of checks) await expect(check).rejects.toMatchObject({ name: 'AbortError' });
    expect(transport.requests).toEqual([]);
  });

  it('ends what is under way, and refuses what comes after', async () => {
    const { client, transport } = scriptedClient(never);
    const check = client.check(page);
    const caught = expect(check).rejects.toMatchObject({ name: 'AbortError' });
    await turns();
    await client.close();
    await caught;
    expect(transport.requests[0]?.signal.aborted).toBe(true);
    await expect(client.check(page)).rejects.toBeInstanceOf(TypeError);
    await client.close();
  });

  it('leaves a store that was handed in alone', async () => {
    let isClosed = false;
    const store: Store = {
      ...createMemoryStore(),
      async close() {
        isClosed = true;
      },
    };
    await scriptedClient(() => rules, { store }).client.close();
    expect(isClosed).toBe(false);
  });
});

describe('a hop that is over', () => {
  function watchedBody(chunks: string[]) {
    const seen = { returned: false };
    const body: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        async next() {
          const chunk = chunks.shift();
          return chunk === undefined
            ? { done: true, value: undefined }
            : { done: false, value: Buffer.from(chunk) };
        },
        async return() {
          seen.returned = true;
          return { done: true, value: undefined };
        },
      }),
    };
    return { body, seen };
  }

  it('has its body returned and its signal aborted when it is too large', async () => {
    const { body, seen } = watchedBody(Array.from({ length: 100 }, () => '#'.repeat(100)));
    const { client, transport } = scriptedClient(() => ({ body }), { limits: { maxBytes: 1000 } });
    expect((await client.check(page)).policyRow).toBe('rfc9309/2xx-too-large');
    expect(seen.returned).toBe(true);
    expect(transport.requests[0]?.signal.aborted).toBe(true);
  });

  it.each([301, 404, 500])(
    'has its body returned and its signal aborted when its status is %i',
    async (status) => {
      const { body, seen } = watchedBody(['never read']);
      const { client, transport } = scriptedClient(() => ({
        status,
        body,
        headers: { location: '/robots.txt' },
      }));
      await client.check(page);
      expect(seen.returned).toBe(true);
      expect(transport.requests[0]?.signal.aborted).toBe(true);
    },
  );

  it('is left alone when its body was read to the end', async () => {
    const { body, seen } = watchedBody(['User-agent: *\n', 'Disallow: /x\n']);
    const { client, transport } = scriptedClient(() => ({ body }));
    expect((await client.check(page)).outcome).toBe('rules');
    expect(seen.returned).toBe(false);
    expect(transport.requests[0]?.signal.aborted).toBe(false);
  });
});
