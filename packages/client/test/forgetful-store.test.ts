/** docs/access.md, "Stores that fail": lost data does not mean that a site closed, and a purge is not a loss. */
import {
  type ClientEvent,
  createClient,
  createMemoryStore,
  createTieredStore,
  isPurged,
  purgeRecord,
  type Store,
} from '@robots-exclusion/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  day,
  hour,
  type ScriptedAnswer,
  type ScriptedTransport,
  scripted,
  settableClock,
  userAgent,
} from './scripted.ts';

const origin = 'https://site.example';
const robotsUrl = `${origin}/robots.txt`;
const rules = {
  headers: { etag: '"1"', 'cache-control': 'max-age=3600' },
  body: 'User-agent: *\nDisallow: /private\n',
};

function world(first: ScriptedAnswer | Error = rules) {
  const clock = settableClock();
  const store = createMemoryStore({ clock });
  const transport: ScriptedTransport = scripted({ [robotsUrl]: first });
  const errors: unknown[] = [];
  const onEvent = (event: ClientEvent): void =>
    void (event.type === 'store-error' && errors.push(event.error));
  const join = (shared: Store = store) => {
    const client = createClient({ userAgent, transports: [transport], clock, store: shared, onEvent });
    onTestFinished(() => client.close());
    return client;
  };
  return {
    clock,
    store,
    transport,
    join,
    client: join(),
    errors,
    answer: (next: ScriptedAnswer | Error) => {
      transport.script = { [robotsUrl]: next };
    },
  };
}

describe('a store that keeps values for 30 days at most', () => {
  it('is given no longer lifetime, and is reported once', async () => {
    const { clock, store, transport, join, errors } = world();
    const lifetimes: number[] = [];
    const bounded = {
      ...store,
      maxTtlMs: 30 * day,
      set: (...[key, value, options]: Parameters<typeof store.set>) => {
        lifetimes.push(options.ttlMs);
        return store.set(key, value, options);
      },
    };
    const client = join(bounded);
    await client.check(`${origin}/open`);
    clock.advance(2 * hour);
    await client.check(`${origin}/open`);
    expect(Math.max(...lifetimes)).toBe(30 * day);
    expect(errors).toMatchObject([{ code: 'STORE_SHORT_LIVED' }]);
    await join(bounded).check(`${origin}/open`);
    expect(transport.requests).toHaveLength(2);
  });

  it('and loses longer ones without a word is reported once, and passed by', async () => {
    const { store, transport, join, errors } = world();
    const losing = {
      ...store,
      set: async (...[key, value, options]: Parameters<typeof store.set>) =>
        options.ttlMs > 30 * day || store.set(key, value, options),
    };
    const client = join(losing);
    for (const page of ['open', 'private']) await client.check(`${origin}/${page}`);
    expect(transport.requests).toHaveLength(1);
    expect(errors).toMatchObject([{ code: 'STORE_SHORT_LIVED' }]);
  });
});

describe('the store is empty, the record has expired, and robots.txt', () => {
  const later: [string, ScriptedAnswer | Error, unknown, unknown][] = [
    ['fails with 503', { status: 503 }, { outcome: 'stale-rules', action: 'fetch' }, { action: 'skip' }],
    ['is not modified', { status: 304 }, { outcome: 'rules', action: 'fetch' }, { action: 'skip' }],
  ];

  it.each(later)('%s', async (_, answer, open, secret) => {
    const { client, clock, store, transport, answer: set } = world();
    await client.check(`${origin}/open`);
    await store.delete(origin);
    clock.advance(2 * hour);
    set(answer);
    expect(await client.check(`${origin}/open`)).toMatchObject(open as object);
    expect(await client.check(`${origin}/private`)).toMatchObject(secret as object);
    expect(transport.requests[1]?.headers['if-none-match']).toBe('"1"');
  });
});

it('while the record is current, nobody asks again, and the store gets it back for all', async () => {
  const { client, store, transport, join } = world();
  await client.check(`${origin}/open`);
  await store.delete(origin);
  for (let times = 0; times < 3; times++)
    expect((await client.check(`${origin}/private`)).action).toBe('skip');
  const other = join();
  expect((await other.check(`${origin}/private`)).action).toBe('skip');
  expect(transport.requests).toHaveLength(1);
});

it('a copy that is too old to be of use is not kept up by forgetting', async () => {
  const { client, clock, store, answer } = world();
  await client.check(`${origin}/open`);
  await store.delete(origin);
  answer({ status: 503 });
  clock.advance(32 * day);
  expect(await client.check(`${origin}/open`)).toMatchObject({ outcome: 'unreachable', action: 'defer' });
});

describe('purgeRecord', () => {
  it('is obeyed by every process that has a copy, at once and after failures, without validators', async () => {
    const { client, clock, store, transport, join, answer } = world();
    const tiered = join(
      createTieredStore({ upper: createMemoryStore({ clock }), lower: store, clock }) as typeof store,
    );
    const others = [client, join(), tiered];
    for (const each of others) await each.check(`${origin}/open`);
    expect(await purgeRecord(store, origin)).toBe(true);
    expect([await isPurged(store, origin), await purgeRecord(store, origin)]).toEqual([true, false]);
    clock.advance(hour);
    answer({ status: 503 });
    for (const each of others) {
      expect(await each.check(`${origin}/open`)).toMatchObject({ outcome: 'unreachable', action: 'defer' });
    }
    expect(transport.requests).toHaveLength(2);
    expect(transport.requests[1]?.headers['if-none-match']).toBeUndefined();
  });

  it('what is fetched after it counts, and takes the place of the mark', async () => {
    const { client, clock, store, transport, answer } = world();
    await client.check(`${origin}/open`);
    await purgeRecord(store, origin);
    answer({ body: 'User-agent: *\nDisallow: /open\n' });
    clock.advance(1000);
    expect((await client.check(`${origin}/open`)).action).toBe('skip');
    expect((await client.check(`${origin}/private`)).action).toBe('fetch');
    expect([await isPurged(store, origin), transport.requests.length]).toEqual([false, 2]);
    expect(await purgeRecord(store, 'https://nobody.example')).toBe(false);
  });
});
