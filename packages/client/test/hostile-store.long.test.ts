/**
 * docs/access.md, "Stores that fail": a failing store never fails a check. Each method of a store is broken in every
 * way that a program can break, first alone and then in any combination.
 */
import { createClient, createMemoryStore, createTieredStore, type Store } from '@robots-exclusion/client';
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scripted, settableClock, userAgent } from './scripted.ts';

const origin = 'https://example.com';
const body = 'User-agent: *\nDisallow: /x\nCrawl-delay: 1\n';
const storeTimeoutMs = 50;

/** A fault, which replaces the result that the correct method would have returned. */
type Fault = (sound: () => unknown) => unknown;

const garbage: readonly (readonly [name: string, value: unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['-1', -1],
  ['NaN', Number.NaN],
  ['1e300', 1e300],
  ['text', 'text'],
  ['true', true],
  ['false', false],
  ['an empty object', {}],
  ['a symbol', Symbol('none')],
  ['octets', new Uint8Array(64)],
  ['a value that is not a record', { value: new Uint8Array(100), version: 'v' }],
  ['a value of other types', { value: 'text', version: 7 }],
  ['a reservation of other types', { at: 'soon', now: null }],
  [
    'a function that throws',
    () => {
      throw new Error('disk on fire');
    },
  ],
];

const faults: readonly (readonly [name: string, fault: Fault])[] = [
  [
    'throws at once',
    () => {
      throw new Error('disk on fire');
    },
  ],
  [
    'throws no error',
    () => {
      throw undefined;
    },
  ],
  ['rejects', () => Promise.reject(new Error('disk on fire'))],
  ['rejects with no error', () => Promise.reject(null)],
  ['never answers', () => new Promise(() => {})],
  ['rejects too late', () => later(() => Promise.reject(new Error('late')))],
  ['answers too late', (sound) => later(sound)],
  [
    'gives a promise that throws',
    () => ({
      // biome-ignore lint/suspicious/noThenProperty: the fault is a thenable.
      then() {
        throw new Error('a then that throws');
      },
    }),
  ],
  ...garbage.flatMap(([name, value]): [string, Fault][] => [
    [`resolves to ${name}`, () => Promise.resolve(value)],
    [`returns ${name}`, () => value],
  ]),
];

function later(then: () => unknown): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, storeTimeoutMs * 3)).then(then);
}

const methods = ['get', 'set', 'delete', 'version', 'now', 'watch', 'reserve'] as const;
type Method = (typeof methods)[number];

/** Breaks some methods of a correct store, from the start or after a number of calls. */
function broken(sound: Store, plan: Partial<Record<Method, { fault: Fault; after: number }>>): Store {
  const store: Record<string, unknown> = { ...sound };
  for (const [name, { fault, after }] of Object.entries(plan)) {
    const method = (sound as unknown as Record<string, (...given: unknown[]) => unknown>)[name]!;
    let calls = 0;
    store[name] = (...given: unknown[]) =>
      calls++ < after ? method.call(sound, ...given) : fault(() => method.call(sound, ...given));
  }
  return store as unknown as Store;
}

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', onUnhandled);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  process.off('unhandledRejection', onUnhandled);
});

/** Waits for work while advancing the fake time. */
async function passing<Value>(work: Promise<Value>): Promise<Value> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => {});
  // A fetch waits at most twice the lifetime of a lock, and each operation at most the store's timeout.
  for (let turn = 0; !isDone && turn < 4000; turn++) await vi.advanceTimersByTimeAsync(25);
  if (!isDone) throw new Error('it has not answered within 100 s');
  return done;
}

/** The methods whose failure does not prevent clients from sharing a store. */
const comforts: readonly Method[] = ['delete', 'version', 'now', 'watch', 'reserve'];

/** A crawler's typical use of a client, on any store. */
async function crawl(store: Store, isShared = false): Promise<void> {
  const clock = settableClock();
  const transport = scripted(() => ({ body, headers: { etag: '"a"' } }));
  const newClient = (mine: Store) =>
    createClient({
      userAgent,
      clock,
      store: mine,
      transports: [transport],
      limits: { storeTimeoutMs },
    });
  // A second client shares the store, so the clients compete for locks.
  const [client, other] = [newClient(store), newClient(store)];
  const decisions = await passing(
    Promise.all(
      [client, other, client].flatMap((each) => [each.check(`${origin}/x`), each.check(`${origin}/y`)]),
    ),
  );
  for (const { url, allowed, outcome } of decisions)
    expect({ url, allowed, outcome }).toEqual({ url, allowed: url.endsWith('/y'), outcome: 'rules' });
  expect(transport.requests.length).toBeLessThanOrEqual(isShared ? 1 : 2);
  expect(await passing(client.check(`${origin}/x`, { mode: 'reload' }))).toMatchObject({ allowed: false });
  const { at } = await passing(client.reserve(`${origin}/y`));
  expect(at).toSatisfy(Number.isFinite);
  clock.advance(90_000_000);
  expect(await passing(client.check(`${origin}/x`))).toMatchObject({ allowed: false, outcome: 'rules' });
  expect(await passing(client.robots(`${origin}/x`))).toMatchObject({ outcome: 'rules' });
  await passing(Promise.all([client.close(), other.close()]));
  await vi.advanceTimersByTimeAsync(storeTimeoutMs * 10);
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
}

describe.each(methods)('%s', (method) => {
  it.each(faults)('%s: no check fails', async (name, fault) => {
    // A store that does not answer is not used for a while.
    const isSilent = /never|late/.test(name);
    const isShared = comforts.includes(method) && !isSilent;
    await crawl(broken(createMemoryStore(), { [method]: { fault, after: 0 } }), isShared);
  });

  it.each(faults)('%s from the third call on: no check fails', async (_, fault) => {
    await crawl(broken(createMemoryStore(), { [method]: { fault, after: 2 } }));
  });

  it.each(faults)('%s, below a tiered store: no check fails', async (_, fault) => {
    const lower = broken(createMemoryStore(), { [method]: { fault, after: 0 } });
    await crawl(createTieredStore({ upper: createMemoryStore(), lower }));
  });
});

it('what a store begins to watch too late is ended again', async () => {
  const sound = createMemoryStore();
  let watched = 0;
  const watch: Store['watch'] = async (key, onNotice) => {
    await later(() => {});
    watched += 1;
    const stop = await sound.watch!(key, onNotice);
    return () => {
      watched -= 1;
      stop();
    };
  };
  await crawl({ ...sound, watch }, true);
  expect(watched).toBe(0);
});

it('any mixture of faults, beginning at any call: no check fails', async () => {
  const fault = fc.constantFrom(...faults.map(([, each]) => each));
  const plan = fc.record(
    Object.fromEntries(methods.map((name) => [name, fc.record({ fault, after: fc.nat(8) })])),
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(plan, fc.boolean(), async (each, isTiered) => {
      const store = broken(createMemoryStore(), each);
      await crawl(isTiered ? createTieredStore({ upper: createMemoryStore(), lower: store }) : store);
    }),
    { numRuns: runs(2000, 60) },
  );
});
