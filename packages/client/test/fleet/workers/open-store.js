/** Opens the store of a worker by its address. */
import {
  createLmdbStore,
  createMemoryStore,
  createRedisStore,
  createTieredStore,
} from '@robots-exclusion/client';

export async function openStore(address) {
  const [, tier, kind] = /^(tiered-)?(.+)$/.exec(address.kind);
  const openers = { lmdb: openLmdb, redis: openRedis, cluster: openCluster };
  const store = await openers[kind](address);
  return tier ? createTieredStore({ upper: createMemoryStore(), lower: store }) : store;
}

async function openLmdb({ path }) {
  const { open } = await import('lmdb');
  return createLmdbStore({ root: open({ path }) });
}

async function openRedis({ port, timeoutMs = 1000, pauseMs = 1000 }) {
  const { Redis } = await import('ioredis');
  const client = new Redis({ port, retryStrategy: () => 50 });
  client.on('error', () => {});
  await new Promise((resolve) => client.once('ready', resolve));
  return createRedisStore({ client, timeoutMs, pauseMs });
}

async function openCluster({ ports }) {
  const { Cluster } = await import('ioredis');
  const client = new Cluster(ports.map((port) => ({ host: '127.0.0.1', port })));
  await new Promise((resolve) => client.once('ready', resolve));
  return createRedisStore({ client, timeoutMs: 5000 });
}
