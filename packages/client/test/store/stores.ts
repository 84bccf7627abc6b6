/**
 * Opens a real instance of each of the client's stores: LMDB in a separate folder, Redis on a server that the test
 * starts.
 */
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createKeyvStore,
  createLmdbStore,
  createMemoryStore,
  createRedisStore,
  createTieredStore,
  type Store,
} from '@robots-exclusion/client';
import type { OpenedStore, RedisCluster, RedisServer } from '@robots-exclusion/testkit';
import { Cluster, Redis } from 'ioredis';
import { Keyv } from 'keyv';
import { open } from 'lmdb';
import { vi } from 'vitest';

/** A clock that advances only when set. */
export function settableClock(startsAt = Date.UTC(2026, 0, 1)): { now(): number; advance(ms: number): void } {
  let now = startsAt;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}

export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'robots-store-'));
}

export async function openMemory(): Promise<OpenedStore> {
  const clock = settableClock();
  const store = createMemoryStore({ clock });
  return { store, pass: async (ms) => clock.advance(ms), close: async () => store.close?.() };
}

export async function openLmdb(): Promise<OpenedStore> {
  const clock = settableClock();
  const root = open({ path: await temporaryFolder() });
  return {
    store: createLmdbStore({ root, clock }),
    second: createLmdbStore({ root, clock }),
    pass: async (ms) => clock.advance(ms),
    close: () => root.close(),
  };
}

/** Advances time on a server with its own clock by reducing the remaining lifetimes of all keys. */
export async function passInRedis(client: Redis, ms: number): Promise<void> {
  // The client would add its prefix to the name a second time.
  const { keyPrefix = '' } = client.options;
  for (const name of await client.keys('*')) {
    const key = name.slice(keyPrefix.length);
    const leftMs = await client.pttl(key);
    // -1 means no expiry; -2 means that the key no longer exists.
    if (leftMs >= 0) await client.pexpire(key, leftMs - ms);
  }
}

/** Long timeouts, because a busy machine is not an outage. */
export function patientStore(client: Redis | Cluster): Store {
  return createRedisStore({ client, timeoutMs: 100_000 });
}

export async function openRedis(
  { port }: RedisServer,
  options: { keyPrefix?: string } = {},
): Promise<OpenedStore> {
  const clients = [new Redis({ port, ...options }), new Redis({ port, ...options })] as const;
  await clients[0].flushall();
  return {
    store: patientStore(clients[0]),
    second: patientStore(clients[1]),
    pass: (ms) => passInRedis(clients[0], ms),
    close: async () => clients.forEach((client) => void client.disconnect()),
  };
}

export async function openRedisCluster({ ports }: RedisCluster): Promise<OpenedStore> {
  const nodes = ports.map((port) => ({ host: '127.0.0.1', port }));
  const clients = [new Cluster(nodes), new Cluster(nodes)] as const;
  await once(clients[0], 'ready');
  await Promise.all(clients[0].nodes('master').map((node) => node.flushall()));
  return {
    store: patientStore(clients[0]),
    second: patientStore(clients[1]),
    pass: async (ms) => {
      for (const node of clients[0].nodes('master')) await passInRedis(node, ms);
    },
    close: async () => clients.forEach((client) => void client.disconnect()),
  };
}

export async function openKeyv(): Promise<OpenedStore> {
  const keyv = new Keyv();
  vi.useFakeTimers({ toFake: ['Date'] });
  return {
    store: createKeyvStore({ keyv }),
    second: createKeyvStore({ keyv }),
    pass: async (ms) => void vi.advanceTimersByTime(ms),
    async close() {
      vi.useRealTimers();
      await keyv.disconnect();
    },
  };
}

/** A tiered store without caching, which must behave like its lower tier alone. */
export async function openTiered(lower: OpenedStore): Promise<OpenedStore> {
  const tier = (store = lower.store) =>
    createTieredStore({ upper: createMemoryStore(), lower: store, freshMs: 0 });
  return { ...lower, store: tier(), second: tier(lower.second) };
}
