/** Opens the stores to measure, each in its own folder, or returns the reason why a store is not available. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLmdbStore, createMemoryStore, createRedisStore } from '@robots-exclusion/client';
import { startRedisServer } from '@robots-exclusion/testkit';

export const stores = new Map([
  ['lmdb', openLmdb],
  ['redis', () => openRedis('store')],
  ['plain-redis', () => openRedis('plain')],
  ['memory', openMemory],
  ['keyv-sqlite', () => openKeyv('@keyv/sqlite', 10_000)],
  ['keyv-file', () => openKeyv('keyv-file', 10_000)],
]);

/** Adapts one of our stores to the measurement. */
function ofStore(store) {
  return {
    get: async (key) => (await store.get(key))?.value,
    set: (key, value, ttlMs) => store.set(key, value, { ttlMs }),
  };
}

async function openLmdb() {
  const { open } = await import('lmdb');
  const path = await mkdtemp(join(tmpdir(), 'robots-bench-'));
  let root = open({ path });
  let store = createLmdbStore({ root });
  return {
    get: async (key) => (await store.get(key))?.value,
    set: (key, value, ttlMs) => store.set(key, value, { ttlMs }),
    keptBytes: () => folderBytes(path),
    // While the file grows, LMDB adds memory mappings and keeps the old ones. Reopening leaves one mapping, as in a
    // process that only reads.
    async filled() {
      await root.close();
      root = open({ path });
      store = createLmdbStore({ root });
    },
    async close() {
      await root.close();
      await rm(path, { recursive: true });
    },
  };
}

async function openMemory() {
  const store = createMemoryStore({ maxBytes: 2 ** 40 });
  const memory = async () => {
    globalThis.gc?.();
    return process.memoryUsage().rss;
  };
  return { ...ofStore(store), keptBytes: memory, close: () => store.close() };
}

async function openRedis(kind) {
  const { Redis } = await import('ioredis');
  const server = await startRedisServer().catch((error) => error);
  if (server instanceof Error) return { reason: server.message };
  const client = new Redis({ port: server.port });
  const plain = {
    get: (key) => client.getBuffer(key),
    set: (key, value, ttlMs) => client.set(key, Buffer.from(value), 'PX', ttlMs),
  };
  const info = async (name) => Number(new RegExp(`${name}:(\\d+)`).exec(await client.info('memory'))?.[1]);
  return {
    ...(kind === 'plain' ? plain : ofStore(createRedisStore({ client }))),
    keptBytes: () => info('used_memory'),
    serverBytes: () => info('used_memory_rss'),
    async close() {
      client.disconnect();
      await server.stop();
    },
  };
}

/** Opens Keyv itself, without one of our stores around it. */
async function openKeyv(name, maxOrigins) {
  const { Keyv } = await import('keyv');
  const adapter = await optional(name);
  if (adapter === undefined) return { reason: `${name} is not installed` };
  const folder = await mkdtemp(join(tmpdir(), 'robots-bench-'));
  const file = join(folder, 'keyv');
  // A CommonJS module may have its exports on `default`.
  const { KeyvFile, KeyvSqlite } = { ...adapter, ...adapter.default };
  const store = name === 'keyv-file' ? new KeyvFile({ filename: file }) : new KeyvSqlite(`sqlite://${file}`);
  const keyv = new Keyv({ store, throwOnErrors: true });
  return {
    maxOrigins,
    get: (key) => keyv.get(key),
    set: (key, value, ttlMs) => keyv.set(key, Buffer.from(value), ttlMs),
    keptBytes: () => folderBytes(folder),
    async close() {
      await keyv.disconnect();
      await rm(folder, { recursive: true });
    },
  };
}

async function optional(name) {
  for (const from of [import.meta.url, join(process.env.ROBOTS_BENCH_MODULES ?? '.', 'package.json')]) {
    try {
      return await import(pathToFileURL(createRequire(from).resolve(name)).href);
    } catch {
      // Keyv is not installed in this folder, so the next one is tried.
    }
  }
  return undefined;
}

async function folderBytes(folder) {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
