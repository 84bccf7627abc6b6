import { crc32 } from 'node:zlib';
import {
  type ClientEvent,
  createClient,
  createMemoryStore,
  createTieredStore,
  type Store,
  type TransportRequest,
} from '@robots-exclusion/client';
import { describe, expect, it } from 'vitest';
import { recordBytes } from '../src/record/guarded-store.ts';
import { lockKey } from '../src/store/keys.ts';
import {
  day,
  hour,
  minute,
  nodeError,
  type Script,
  type ScriptedAnswer,
  scripted,
  scriptedClient,
  second,
  settableClock,
  userAgent,
} from './scripted.ts';

const origin = 'https://example.com';
const robotsUrl = `${origin}/robots.txt`;
const oldRules = { body: 'User-agent: *\nDisallow: /old\n' };
const newRules = { body: 'User-agent: *\nDisallow: /new\n' };

/** Requests that wait for their answers, in the order in which they were sent. */
function held() {
  const waiting: { request: TransportRequest; answer: (answer: ScriptedAnswer | Error) => void }[] = [];
  let wake = (): void => {};
  const script: Script = (request) =>
    new Promise((answer) => {
      waiting.push({ request, answer });
      wake();
    });
  const sent = async (count: number): Promise<void> => {
    while (waiting.length < count) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { script, waiting, sent };
}

function clientsOn(store: Store, scripts: Script[], clock = settableClock()) {
  return scripts.map((script) =>
    createClient({ userAgent, transports: [scripted(script)], clock, store: store }),
  );
}

describe('docs/access.md, "Order": attempts count in the order in which they were sent', () => {
  it('what the store did not take is not lost to an answer that was sent earlier', async () => {
    const clock = settableClock();
    const shared = createMemoryStore({ clock });
    let isFull = false;
    const store: Store = {
      ...shared,
      set: async (...all) => (isFull ? Promise.reject(new Error('full')) : shared.set(...all)),
    };
    const { script, waiting, sent } = held();
    const { client } = scriptedClient(script, { store, clock });
    const slow = client.check(`${origin}/new`);
    await sent(1);
    clock.advance(second);
    await shared.delete(lockKey(origin));
    isFull = true;
    const quick = client.check(`${origin}/new`, { mode: 'reload' });
    await sent(2);
    waiting[1]!.answer(newRules);
    expect((await quick).allowed).toBe(false);
    isFull = false;
    waiting[0]!.answer(oldRules);
    expect((await slow).allowed).toBe(false);
    const other = scriptedClient(script, { store, clock }).client;
    for (const each of [client, other]) expect((await each.check(`${origin}/new`)).allowed).toBe(false);
  });

  /**
   * Sets up a client that waits for its response, another that has learned the new rules, and a store that is empty
   * again.
   */
  async function emptiedStore() {
    const clock = settableClock();
    const store = createMemoryStore({ clock });
    const { script, waiting, sent } = held();
    const [slow, quick] = clientsOn(store, [script, () => newRules], clock);
    const late = slow!.check(`${origin}/new`);
    await sent(1);
    await store.delete(lockKey(origin));
    clock.advance(second);
    await quick!.check(`${origin}/new`);
    await store.delete(origin);
    return { clock, waiting, sent, late, slow: slow!, quick: quick! };
  }

  it('a client that was suspended fills an empty store with an older file, which nobody takes who knows the newer', async () => {
    const { clock, waiting, late, quick } = await emptiedStore();
    clock.advance(hour);
    waiting[0]!.answer(oldRules);
    await late;
    expect((await quick.check(`${origin}/new`)).allowed).toBe(false);
  });

  it('a failure on top of an older file does not count as a newer file', async () => {
    const { clock, waiting, sent, late, slow, quick } = await emptiedStore();
    waiting[0]!.answer(oldRules);
    await late;
    clock.advance(hour);
    const failing = slow.check(`${origin}/new`, { mode: 'reload' });
    await sent(2);
    waiting[1]!.answer({ status: 503 });
    await failing;
    expect(await quick.check(`${origin}/new`)).toMatchObject({ outcome: 'stale-rules', allowed: false });
  });

  it('holds by the clock of the store, whatever those of the clients say', async () => {
    const store = createMemoryStore({ clock: settableClock() });
    const { script, waiting, sent } = held();
    const ahead = settableClock(settableClock().now() + hour);
    const [slow] = clientsOn(store, [script], ahead);
    const [quick] = clientsOn({ ...store, now: async () => settableClock().now() + second }, [
      () => newRules,
    ]);
    const answer = slow!.check(`${origin}/new`);
    await sent(1);
    await store.delete(lockKey(origin));
    await quick!.check(`${origin}/new`);
    waiting[0]!.answer(oldRules);
    expect((await answer).allowed).toBe(false);
  });

  it('holds by it also while it cannot be read: by what the client knows of its own clock', async () => {
    const time = settableClock();
    const store = createMemoryStore({ clock: time });
    const { script, waiting, sent } = held();
    let isSilent = false;
    const ahead = { ...time, now: () => time.now() + hour };
    const behindALink: Store = {
      ...store,
      now: async (key) => (isSilent ? Promise.reject(new Error('too late')) : (store.now?.(key) ?? 0)),
    };
    const [slow] = clientsOn(behindALink, [(request) => (isSilent ? script(request, 1) : oldRules)], ahead);
    const [quick] = clientsOn(store, [() => newRules], time);
    await slow!.check(`${origin}/new`);
    time.advance(2 * minute);
    isSilent = true;
    const answer = slow!.check(`${origin}/new`, { mode: 'reload' });
    await sent(1);
    await store.delete(lockKey(origin));
    time.advance(second);
    await quick!.check(`${origin}/new`, { mode: 'reload' });
    time.advance(second);
    waiting[0]!.answer(oldRules);
    expect((await answer).allowed).toBe(false);
    for (const client of [slow, quick]) expect((await client!.check(`${origin}/new`)).allowed).toBe(false);
  });
});

describe('RFC 9111 §4.3.4: a 304 renews the copy that it speaks of', () => {
  const withEtag = (body: { body: string }, etag: string) => ({ ...body, headers: { etag } });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['another strong ETag', { etag: '"v1"' }, { etag: '"v2"' }],
    ['another weak ETag', { etag: 'W/"v1"' }, { etag: 'W/"v2"' }],
    ['an ETag where none was sent', { 'last-modified': new Date(0).toUTCString() }, { etag: '"v2"' }],
    [
      'another Last-Modified',
      { 'last-modified': new Date(day).toUTCString() },
      { 'last-modified': new Date(0).toUTCString() },
    ],
  ])('%s: the file is asked for again without validators', async (_, first, notModified) => {
    const { client, transport, clock } = scriptedClient(() => ({ ...oldRules, headers: first }));
    await client.check(`${origin}/`);
    clock.advance(day);
    transport.script = ({ headers }) =>
      headers['if-none-match'] === undefined && headers['if-modified-since'] === undefined
        ? withEtag(newRules, '"v2"')
        : { status: 304, headers: notModified };
    expect((await client.check(`${origin}/new`)).allowed).toBe(false);
    expect(transport.requests).toHaveLength(3);
    clock.advance(day);
    await client.check(`${origin}/new`);
    expect(transport.requests[3]?.headers['if-none-match']).toBe('"v2"');
  });

  it.each<[string, string, string | undefined]>([
    ['the same ETag', '"v1"', '"v1"'],
    ['the same ETag, weak because the file was compressed', 'W/"v1"', '"v1"'],
    ['no ETag', '"v1"', undefined],
  ])('%s: renewed by one request', async (_, etag, came) => {
    const { client, transport, clock } = scriptedClient(() => withEtag(oldRules, etag));
    await client.check(`${origin}/`);
    clock.advance(day);
    transport.script = () => ({ status: 304, headers: came === undefined ? {} : { etag: came } });
    expect(await client.check(`${origin}/old`)).toMatchObject({ outcome: 'rules', allowed: false });
    expect(transport.requests).toHaveLength(2);
  });
});

describe('reload', () => {
  const lifetimes = { refreshAhead: 0.1 };

  it('does not join a renewal in the background, which sends validators', async () => {
    const { client, transport, clock } = scriptedClient(() => ({ ...oldRules, headers: { etag: '"1"' } }), {
      lifetimes,
    });
    await client.check(`${origin}/`);
    clock.advance(23 * hour);
    const { script, waiting, sent } = held();
    transport.script = script;
    await client.check(`${origin}/`);
    await sent(1);
    expect(waiting[0]?.request.headers['if-none-match']).toBe('"1"');
    const reloaded = client.check(`${origin}/new`, { mode: 'reload' });
    waiting[0]!.answer({ status: 304 });
    await sent(2);
    expect(waiting[1]?.request.headers).toMatchObject({ 'cache-control': 'no-cache' });
    expect(waiting[1]?.request.headers).not.toHaveProperty('if-none-match');
    waiting[1]!.answer(newRules);
    expect((await reloaded).allowed).toBe(false);
  });

  it('says that it failed, beside the old copy', async () => {
    const { client, transport, clock } = scriptedClient(() => oldRules, { lifetimes });
    await client.check(`${origin}/`);
    clock.advance(23 * hour);
    transport.script = () => ({ status: 503 });
    expect(await client.check(`${origin}/old`, { mode: 'reload' })).toMatchObject({
      outcome: 'stale-rules',
      allowed: false,
      policyRow: 'rfc9309/5xx/at-once',
    });
  });
});

describe('a renewal in the background that fails', () => {
  it('is written down: one request of 20 clients in the two hours that Retry-After asks for', async () => {
    const store = createMemoryStore();
    const clock = settableClock();
    const transport = scripted(() => oldRules);
    const lifetimes = { refreshAhead: 0.1 };
    const landed: ClientEvent[] = [];
    const clients = Array.from({ length: 20 }, () =>
      createClient({
        userAgent,
        transports: [transport],
        clock,
        store,
        lifetimes,
        onEvent: (event) => event.type === 'refresh-failed' && landed.push(event),
      }),
    );
    await clients[0]!.check(`${origin}/`);
    clock.advance(day - 2 * hour);
    transport.script = () => ({ status: 503, headers: { 'retry-after': '7200' } });
    for (let minutes = 0; minutes < 119; minutes++) {
      for (const client of clients) {
        expect(await client.check(`${origin}/old`)).toMatchObject({ outcome: 'rules', allowed: false });
      }
      clock.advance(minute);
    }
    await Promise.all(clients.map((client) => client.close()));
    expect(landed).toHaveLength(1);
    expect(transport.requests).toHaveLength(2);
  });

  it('is repeated after pauses that grow, and ends with the record', async () => {
    const failed: number[] = [];
    const clock = settableClock();
    const { client, transport } = scriptedClient(() => oldRules, {
      clock,
      lifetimes: { refreshAhead: 0.1 },
      onEvent: ({ type }) => type === 'refresh-failed' && failed.push(clock.now()),
    });
    await client.check(`${origin}/`);
    clock.advance(day - 2 * hour);
    transport.script = () => nodeError('ECONNREFUSED');
    for (let minutes = 0; minutes < 120; minutes++) {
      expect((await client.check(`${origin}/old`)).outcome).toBe('rules');
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(minute);
    }
    const pauses = failed.slice(1).map((at, index) => Math.round((at - failed[index]!) / minute));
    expect(pauses.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(await client.check(`${origin}/old`)).toMatchObject({ outcome: 'stale-rules', allowed: false });
  });
});

describe('clocks that lie far apart', () => {
  it.each([25 * hour, -25 * hour, 23 * hour])(
    'a machine off by %i ms does not make a site be asked more often than the floor permits',
    async (offset) => {
      const store = createMemoryStore();
      const clock = settableClock();
      const transport = scripted(() => newRules);
      const lifetimes = { refreshAhead: 0.1 };
      const make = (own: { now(): number }) =>
        createClient({ userAgent, transports: [transport], clock: own, store, lifetimes });
      const clients = [make(clock), make({ now: () => clock.now() + offset })];
      for (let rounds = 0; rounds < 500; rounds++) {
        for (const client of clients) expect((await client.check(`${origin}/new`)).allowed).toBe(false);
        clock.advance(second / 10);
      }
      await Promise.all(clients.map((client) => client.close()));
      // Each client fetches a file that it has never seen; after that, the minimum lifetime of a minute applies.
      expect(transport.requests.length).toBeLessThanOrEqual(2);
    },
  );

  it('a record that expired by an honest clock is not used for having replaced another', async () => {
    const store = createMemoryStore();
    const clock = settableClock();
    const brief = { ...newRules, headers: { 'cache-control': 'max-age=60' } };
    const transport = scripted(() => brief);
    const [first, other] = [1, 2].map(() =>
      createClient({ userAgent, transports: [transport], clock, store }),
    );
    await first!.check(`${origin}/`);
    clock.advance(minute);
    await other!.check(`${origin}/`);
    clock.advance(hour);
    await first!.check(`${origin}/`);
    expect(transport.requests).toHaveLength(3);
  });
});

describe('records of a later version of this program', () => {
  it('are left alone, and the origin is asked within its lifetime once', async () => {
    const store = createMemoryStore();
    const { client } = scriptedClient(() => newRules, { store });
    await client.check(`${origin}/`);
    const { value } = (await store.get(origin))!;
    value[2] = 9;
    new DataView(value.buffer, value.byteOffset).setUint32(
      value.byteLength - 4,
      crc32(value.subarray(0, -4)),
      true,
    );
    await store.set(origin, value, { ttlMs: day });
    const [other] = clientsOn(store, [() => newRules]);
    for (let checks = 0; checks < 3; checks++) {
      expect((await other!.check(`${origin}/new`)).allowed).toBe(false);
    }
    expect((await store.get(origin))?.value).toEqual(value);
  });
});

describe('what a process keeps in memory', () => {
  it('hops are cut, and every string of a record counts', async () => {
    const long = `/${'x'.repeat(8000)}`;
    const { client } = scriptedClient((request) => {
      const { pathname } = new URL(request.url);
      const hop = pathname === '/robots.txt' ? 0 : Number(pathname.at(-1));
      return hop === 5 ? newRules : { status: 302, headers: { location: `${long}${hop + 1}` } };
    });
    const { evidence, body } = await client.robots(origin);
    expect(evidence!.hops).toHaveLength(6);
    for (const { url, location = '' } of evidence!.hops) {
      expect([url.length <= 512, location.length <= 512]).toEqual([true, true]);
    }
    const { finalUrl, digest } = evidence!.copy!;
    expect(finalUrl.length).toBeGreaterThan(8000);
    const good = { ...evidence!.copy!, body: body!, digest, isTruncated: false };
    const attempt = { ...evidence!, status: 200, sentAt: 0, expiresAt: 0 };
    const bytes = recordBytes({ origin, attempt, good });
    expect(bytes).toBeGreaterThan(2 * (finalUrl.length + 5 * 1024));
  });
});

describe('check and its explanation', () => {
  const body = { body: 'User-agent: *\nDisallow: /a\nAllow: /a/b\n' };

  it('names the deciding line without candidates, and gives them with evidence when asked to explain', async () => {
    const { client } = scriptedClient(() => body);
    const plain = await client.check(`${origin}/a/b`);
    expect(plain.verdict).toMatchObject({ because: 'rule', rule: { line: 3 } });
    expect(plain.verdict).not.toHaveProperty('candidates');
    expect(plain).not.toHaveProperty('evidence');
    const explained = await client.check(`${origin}/a/b`, { explain: true });
    expect(explained.verdict?.candidates?.map(({ line }) => line)).toEqual([3, 2]);
    expect(explained.evidence?.hops.map(({ url }) => url)).toEqual([robotsUrl]);
    const { evidence: _, verdict, ...rest } = explained;
    const { candidates: __, ...judgement } = verdict!;
    expect({ ...rest, verdict: judgement }).toEqual(plain);
  });

  it('asks a store for the version of what it has read, and for the value once', async () => {
    const shared = createMemoryStore();
    const asked = { get: 0, version: 0 };
    const counting: Store = {
      ...shared,
      get: (key) => {
        asked.get += key === origin ? 1 : 0;
        return shared.get(key);
      },
      version: async (key) => {
        asked.version += 1;
        return shared.version?.(key);
      },
    };
    for (const isTiered of [false, true]) {
      const clock = settableClock();
      const upper = createMemoryStore({ clock });
      const store = isTiered ? createTieredStore({ upper, lower: counting, clock }) : counting;
      const { client } = scriptedClient(() => newRules, { store, clock });
      await client.check(origin);
      await client.check(origin);
      Object.assign(asked, { get: 0, version: 0 });
      for (let checks = 0; checks < 500; checks++) {
        await client.check(origin);
        clock.advance(second / 50);
      }
      // Ten seconds pass; the tiered store reads the version once in each second except the first.
      expect(asked).toEqual({ get: 0, version: isTiered ? 9 : 500 });
      await shared.set(origin, Buffer.from('something else'), { ttlMs: hour });
      clock.advance(second);
      await client.check(origin);
      expect(asked.get).toBeGreaterThan(0);
    }
  });
});

describe('docs/access.md, "Order": what this process learnt later holds, whatever the store has come to hold', () => {
  /** Rolls the store back, as in a failover to a replica that lacks the last write. */
  async function fallBack(store: Store, change: () => Promise<unknown>): Promise<void> {
    const before = (await store.get(origin))!.value;
    await change();
    await store.set(origin, before, { ttlMs: day });
  }

  it.each([false, true])('an older record that comes back is not obeyed (tiered: %s)', async (isTiered) => {
    const shared = createMemoryStore();
    const store = isTiered
      ? createTieredStore({ upper: createMemoryStore(), lower: shared, freshMs: 0 })
      : shared;
    let file = oldRules;
    const clock = settableClock();
    const [client] = clientsOn(store, [() => file], clock);
    await client!.check(`${origin}/new`);
    clock.advance(2 * minute);
    await fallBack(shared, () => {
      file = newRules;
      return client!.check(`${origin}/new`, { mode: 'reload' });
    });
    expect(await client!.check(`${origin}/new`)).toMatchObject({ outcome: 'rules', allowed: false });
    // The record is also stored again, for all clients.
    const [other] = clientsOn(shared, [() => nodeError('ECONNREFUSED')], clock);
    await expect.poll(async () => (await other!.check(`${origin}/new`)).allowed).toBe(false);
  });

  it('a store that refuses it does not make the process forget', async () => {
    const store = createMemoryStore();
    let isReadOnly = false;
    const refusing: Store = {
      ...store,
      set: async (key, value, options) => {
        if (isReadOnly) throw new Error('READONLY');
        return store.set(key, value, options);
      },
    };
    let file = oldRules;
    const clock = settableClock();
    const [client] = clientsOn(refusing, [() => file], clock);
    await client!.check(`${origin}/new`);
    clock.advance(2 * minute);
    await fallBack(store, () => {
      file = newRules;
      return client!.check(`${origin}/new`, { mode: 'reload' });
    });
    isReadOnly = true;
    for (let times = 0; times < 3; times++) {
      expect(await client!.check(`${origin}/new`)).toMatchObject({ outcome: 'rules', allowed: false });
    }
  });
});

describe('docs/access.md, "Order": two answers that overlap and differ', () => {
  it('are asked for again, because nobody knows which one is the newer', async () => {
    const store = createMemoryStore();
    const { script, waiting, sent } = held();
    const clock = settableClock();
    let now = newRules;
    const [stopped, other] = clientsOn(store, [script, () => oldRules], clock);
    const answer = stopped!.check(`${origin}/new`);
    await sent(1);
    // The process stops before its request has left the machine, and another process takes over.
    await store.delete(lockKey(origin));
    clock.advance(second);
    expect((await other!.check(`${origin}/new`)).allowed).toBe(true);
    // The file changes, and only then does the site receive the request.
    clock.advance(second);
    waiting[0]!.answer(now);
    await answer;
    clock.advance(2 * minute);
    const [third] = clientsOn(store, [() => now], clock);
    expect(await third!.check(`${origin}/new`)).toMatchObject({ outcome: 'rules', allowed: false });
    // The file is fetched again only once; after that, it is valid as long as any file.
    now = oldRules;
    clock.advance(hour);
    expect((await third!.check(`${origin}/new`)).allowed).toBe(false);
  });

  it('that say the same are not', async () => {
    const store = createMemoryStore();
    const { script, waiting, sent } = held();
    const clock = settableClock();
    const [stopped, other] = clientsOn(store, [script, () => oldRules], clock);
    const answer = stopped!.check(`${origin}/new`);
    await sent(1);
    await store.delete(lockKey(origin));
    clock.advance(second);
    await other!.check(`${origin}/new`);
    waiting[0]!.answer(oldRules);
    await answer;
    clock.advance(hour);
    const { client, transport } = scriptedClient(() => newRules, { store, clock });
    expect((await client.check(`${origin}/new`)).allowed).toBe(true);
    expect(transport.requests).toHaveLength(0);
  });
});
