import { type ClientEvent, createClient, createMemoryStore, type Store } from '@robots-exclusion/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  day,
  hour,
  minute,
  nodeError,
  scripted,
  scriptedClient,
  settableClock,
  userAgent,
} from './scripted.ts';

const page = 'https://example.com/x';
const robotsUrl = 'https://example.com/robots.txt';
const rules = { [robotsUrl]: { body: 'User-agent: *\nDisallow: /x\n' } };
const never = (): Promise<never> => new Promise(() => {});
const fail = async (): Promise<never> => {
  throw new Error('disk on fire');
};

const failing: [name: string, store: (sound: Store) => Store][] = [
  ['every operation rejects', () => ({ get: fail, set: fail, delete: fail })],
  ['writing always says that somebody else was first', (sound) => ({ ...sound, set: async () => false })],
  ['it forgets everything', (sound) => ({ ...sound, get: async () => undefined })],
];

describe.each(failing)('a store of which %s', (_, broken) => {
  it('costs nothing but the sharing: checks are answered, from one fetch', async () => {
    const events: ClientEvent[] = [];
    const { client, transport, clock } = scriptedClient(rules, {
      store: broken(createMemoryStore()),
      onEvent: (event) => events.push(event),
    });
    const decisions = await Promise.all(Array.from({ length: 10 }, () => client.check(page)));
    for (const { outcome, allowed } of decisions)
      expect({ outcome, allowed }).toEqual({ outcome: 'rules', allowed: false });
    expect((await client.check(page)).outcome).toBe('rules');
    expect(transport.requests).toHaveLength(1);
    clock.advance(day);
    transport.script = () => nodeError('ECONNREFUSED');
    expect((await client.check(page)).outcome).toBe('stale-rules');
    await client.close();
  });
});

it('reports every failure', async () => {
  const events: ClientEvent[] = [];
  const { client } = scriptedClient(rules, {
    store: { get: fail, set: fail, delete: fail },
    onEvent: (event) => events.push(event),
  });
  await client.check(page);
  const operations = events.filter((event) => event.type === 'store-error').map(({ operation }) => operation);
  expect(new Set(operations)).toEqual(new Set(['get', 'lock', 'set']));
});

describe('a store that hangs', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each<[string, Partial<Store>]>([
    ['always', { get: never, set: never, delete: never }],
    ['when it reads', { get: never }],
    ['when it writes', { set: never }],
  ])('%s is given up after its time, and left alone for a while', async (_, hanging) => {
    const { client, transport } = scriptedClient(rules, {
      store: { ...createMemoryStore(), ...hanging },
      limits: { storeTimeoutMs: 50 },
    });
    const first = client.check(page);
    await vi.advanceTimersByTimeAsync(500);
    expect((await first).outcome).toBe('rules');
    // No time passes here, because no call waits any more.
    expect((await client.check(page)).outcome).toBe('rules');
    expect(transport.requests).toHaveLength(1);
  });

  it('is used again when it is back', async () => {
    const sound = createMemoryStore();
    let isStuck = true;
    const store: Store = {
      ...sound,
      get: (key) => (isStuck ? never() : sound.get(key)),
    };
    const { client, transport, clock } = scriptedClient(rules, { store, limits: { storeTimeoutMs: 20 } });
    const first = client.check(page);
    await vi.advanceTimersByTimeAsync(500);
    await first;
    isStuck = false;
    await vi.advanceTimersByTimeAsync(2100);
    expect((await client.check(page, { mode: 'reload' })).outcome).toBe('rules');
    expect(await sound.get('https://example.com')).toBeDefined();
    const other = createClient({ userAgent, transports: [transport], clock, store: sound });
    await other.check(page);
    expect(transport.requests).toHaveLength(2);
  });
});

describe('what lies in the store', () => {
  it.each(['', 'RX', 'RX\u0001', '{"outcome":"rules"}', 'x'.repeat(100_000)])(
    'and is not a record (%#) counts as absent, with an event, and is replaced',
    async (text) => {
      const store = createMemoryStore();
      await store.set('https://example.com', new TextEncoder().encode(text), { ttlMs: hour });
      const events: ClientEvent[] = [];
      const { client, transport, clock } = scriptedClient(rules, {
        store,
        onEvent: (event) => events.push(event),
      });
      expect((await client.check(page, { mode: 'cache-only' })).outcome).toBe('not-cached');
      expect((await client.check(page)).outcome).toBe('rules');
      expect(events.filter(({ type }) => type === 'record-unreadable')).toHaveLength(1);
      const other = createClient({ userAgent, transports: [transport], clock, store });
      expect((await other.check(page)).outcome).toBe('rules');
      expect(transport.requests).toHaveLength(1);
    },
  );

  it("another origin's record counts as absent", async () => {
    const store = createMemoryStore();
    const { client, transport } = scriptedClient(
      { ...rules, 'https://evil.example/robots.txt': { body: '' } },
      { store },
    );
    await client.check('https://evil.example/');
    const foreign = await store.get('https://evil.example');
    await store.set('https://example.com', foreign!.value, { ttlMs: hour });
    expect((await client.check(page)).allowed).toBe(false);
    expect(transport.requests).toHaveLength(2);
  });

  it('is shared with a client of another preset, which reads it in its own way', async () => {
    const store = createMemoryStore();
    const { client, transport, clock } = scriptedClient({ [robotsUrl]: { status: 429 } }, { store });
    expect((await client.check(page)).outcome).toBe('no-rules');
    const google = createClient({ userAgent, transports: [transport], clock, store, preset: 'google' });
    expect(await google.check(page)).toMatchObject({ outcome: 'unreachable', action: 'defer' });
    expect(transport.requests).toHaveLength(1);
  });

  it('is deleted by somebody else: what this process knows of it holds as long as it would have', async () => {
    const store = createMemoryStore();
    const { client, transport, clock } = scriptedClient(rules, { store });
    await client.check(page);
    clock.advance(minute);
    await store.delete('https://example.com');
    await client.check(page);
    expect(transport.requests).toHaveLength(1);
    clock.advance(day);
    await client.check(page);
    expect(transport.requests).toHaveLength(2);
  });

  it('lies under the canonical origin', async () => {
    const store = createMemoryStore();
    const { client } = scriptedClient(() => ({ status: 404 }), { store });
    await client.check('HTTP://u:p@EXÄMPLE.com.:80/a');
    expect(await store.get('http://xn--exmple-cua.com')).toBeDefined();
  });
});

it('a small memory store forgets, and nothing breaks', async () => {
  const clock = settableClock();
  const body = `User-agent: *\nDisallow: /x\n${Array.from({ length: 400 }, (_, n) => `# ${Math.sin(n)}`).join('\n')}`;
  const transport = scripted(() => ({ body }));
  const client = createClient({
    userAgent,
    transports: [transport],
    clock,
    store: createMemoryStore({ maxBytes: 2000 }),
  });
  for (let round = 0; round < 2; round++) {
    for (let host = 0; host < 5; host++) {
      expect((await client.check(`https://h${host}.example/x`)).allowed).toBe(false);
    }
  }
  await client.close();
});
