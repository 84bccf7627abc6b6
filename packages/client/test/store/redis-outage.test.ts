/**
 * Failures of Redis: down, restarted, silent, full, read-only, or holding other programs' values. Also tests a cluster.
 */
import { acquireLock, createRedisStore, type Store } from '@robots-exclusion/client';
import { holdTimers, needsRedis, type RedisServer, startRedisServer } from '@robots-exclusion/testkit';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { passInRedis, patientStore } from './stores.ts';

const key = 'https://example.com';
const ttlMs = 60_000;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startServer(settings: string[] = []): Promise<RedisServer> {
  const server = await startRedisServer(settings);
  closers.push(() => server.stop());
  return server;
}

function connect(port: number): Redis {
  const client = new Redis({ port, retryStrategy: () => 50 });
  client.on('error', () => undefined);
  closers.push(() => client.disconnect());
  return client;
}

/** How a call settled. */
async function settle(call: Promise<unknown>): Promise<{ code: unknown; value: unknown }> {
  try {
    return { code: undefined, value: await call };
  } catch (error) {
    return { code: (error as { code?: unknown }).code ?? error, value: undefined };
  }
}

function operations(store: Store): Promise<unknown>[] {
  return [store.get(key), store.set(key, Uint8Array.of(1), { ttlMs, ifVersion: null }), store.delete(key)];
}

/** A cluster selects the slot by the octets between the first brace and the next closing one. */
function hashTag(name: string): string {
  const start = name.indexOf('{') + 1;
  return name.slice(start, name.indexOf('}', start));
}

describe('Redis store on bad days', needsRedis(), () => {
  it('rejects quickly while Redis is gone, without an unhandled rejection, and works when it is back', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const server = await startServer();
    const client = connect(server.port);
    const store = createRedisStore({ client, timeoutMs: 100_000, pauseMs: 100 });
    await store.set(key, Uint8Array.of(1), { ttlMs });
    await server.kill();
    for (let round = 0; round < 20; round += 1) {
      for (const { code } of await Promise.all(operations(store).map(settle))) {
        expect(['STORE_TIMEOUT', 'STORE_UNAVAILABLE']).toContain(code);
      }
      await new Promise((resolve) => client.once('reconnecting', resolve));
    }
    await server.start();
    await expect.poll(() => store.set(key, Uint8Array.of(2), { ttlMs }).catch(() => 'gone')).toBe(true);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('rejects quickly when Redis was never there', async () => {
    const server = await startServer();
    await server.kill();
    const store = createRedisStore({ client: connect(server.port), timeoutMs: 200 });
    const { code } = await settle(store.get(key));
    expect(code).toMatch(/^STORE_(TIMEOUT|UNAVAILABLE)$/);
  });

  it('gives a silent Redis up after its time, then does not even ask for a while', async () => {
    const server = await startServer();
    const timeoutMs = 5_432_100;
    const store = createRedisStore({ client: connect(server.port), timeoutMs, pauseMs: 300 });
    await store.get(key);
    // The test decides when the timeout and the pause are over.
    const timeouts = holdTimers(timeoutMs);
    vi.useFakeTimers({ toFake: ['performance'] });
    closers.push(() => vi.useRealTimers(), timeouts.release);
    server.pause();
    const silent = settle(store.get(key));
    timeouts.fire();
    expect(await silent).toMatchObject({ code: 'STORE_TIMEOUT' });
    const rest = await settle(store.get(key));
    expect(rest).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    server.resume();
    vi.advanceTimersByTime(300);
    expect(await settle(store.get(key))).toMatchObject({ code: undefined });
  });

  it('takes a conditional write that was sent twice for one success', async () => {
    const server = await startServer();
    const client = connect(server.port);
    const store = createRedisStore({
      client: {
        getBuffer: (name) => client.getBuffer(name),
        del: (name) => client.del(name),
        scan: (cursor, ...rest) => client.scan(cursor, ...rest),
        // A driver that lost the connection before the answer resends the command.
        eval: async (...command) => {
          await client.eval(...command);
          return client.eval(...command);
        },
      },
    });
    expect(await store.set(key, Uint8Array.of(1), { ttlMs, ifVersion: null })).toBe(true);
    expect(await store.set(key, Uint8Array.of(2), { ttlMs, ifVersion: null })).toBe(false);
  });

  it('sends a script whole to a server that does not know it, and else only its name', async () => {
    const server = await startServer();
    const client = connect(server.port);
    const store = patientStore(client);
    const work = async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        expect(await store.set(`${key}:${turn}`, Uint8Array.of(turn), { ttlMs })).toBe(true);
        expect(await store.reserve?.(key, { count: 1, delayMs: 10, waitMs: 0, now: 0 })).toMatchObject({
          at: expect.any(Number),
        });
        expect(await store.now?.(key)).toBeGreaterThan(0);
      }
    };
    const calls = async (command: string) =>
      Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(await client.info('commandstats'))?.[1]);
    await work();
    expect([await calls('eval'), await calls('evalsha')]).toEqual([3, 15]);
    await client.script('FLUSH');
    await work();
    expect([await calls('eval'), await calls('evalsha')]).toEqual([6, 30]);
    await server.start();
    await client.ping();
    await work();
    expect([await calls('eval'), await calls('evalsha')]).toEqual([3, 15]);
  });

  it('rejects writes to a full Redis, goes on reading, and does not rest', async () => {
    const server = await startServer(['--maxmemory', '1500kb', '--maxmemory-policy', 'noeviction']);
    const store = patientStore(connect(server.port));
    await store.set(key, Uint8Array.of(1), { ttlMs });
    let refused: unknown;
    for (let index = 0; index < 100 && refused === undefined; index += 1) {
      refused = await store
        .set(`${key}:${index + 1}`, new Uint8Array(50_000), { ttlMs })
        .catch((error) => error);
      if (refused === true) refused = undefined;
    }
    expect(refused).toMatchObject({ message: expect.stringContaining('OOM') });
    expect((await store.get(key))?.value).toEqual(Uint8Array.of(1));
  });

  it('rejects writes to a read-only replica and reads from it', async () => {
    const server = await startServer();
    const client = connect(server.port);
    const store = patientStore(client);
    await store.set(key, Uint8Array.of(1), { ttlMs });
    // A replica of an unreachable master: it keeps its data and accepts no writes.
    await client.replicaof('127.0.0.1', '1');
    await client.config('SET', 'replica-serve-stale-data', 'yes');
    await expect(store.set(key, Uint8Array.of(2), { ttlMs })).rejects.toThrow('READONLY');
    expect((await store.get(key))?.value).toEqual(Uint8Array.of(1));
  });

  it("takes strangers' values for absent, and writes over them", async () => {
    const server = await startServer();
    const client = connect(server.port);
    const store = patientStore(client);
    const name = `robots:{${key}}`;
    const strangers = [
      () => client.set(name, 'short'),
      () => client.set(name, 'a longer text of somebody else'),
      () => client.set(name, Buffer.alloc(40)),
      () => client.hset(name, 'field', 'value'),
      () => client.rpush(name, 'item'),
    ];
    for (const write of strangers) {
      await client.del(name);
      await write();
      expect(await store.get(key)).toBeUndefined();
      expect(await store.set(key, Uint8Array.of(1), { ttlMs, ifVersion: null })).toBe(true);
      expect((await store.get(key))?.value).toEqual(Uint8Array.of(1));
    }
  });

  it('keeps all keys of one origin in one slot of a cluster', async () => {
    const server = await startServer();
    const client = connect(server.port);
    const store = patientStore(client);
    for (const origin of [key, 'http://[2001:db8::1]:8080', 'https://{a}b}']) {
      await client.flushall();
      for (const name of [origin, `${origin}#lock`, `${origin}#next:FooBot`])
        await store.set(name, Uint8Array.of(1), { ttlMs });
      const tags = (await client.keys('*')).map(hashTag);
      expect(tags).toHaveLength(3);
      expect(new Set(tags).size).toBe(1);
    }
  });

  it('holds a lock across two clients', async () => {
    const server = await startServer();
    const stores = [connect(server.port), connect(server.port)].map((client) => patientStore(client));
    const locks = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        acquireLock(stores[index % 2] as Store, `${key}#lock`, { ttlMs: 60_000 }),
      ),
    );
    expect(locks.filter(Boolean)).toHaveLength(1);
    await passInRedis(connect(server.port), 60_000);
    expect(await acquireLock(stores[1] as Store, `${key}#lock`, { ttlMs: 60_000 })).toBeDefined();
  });
});
