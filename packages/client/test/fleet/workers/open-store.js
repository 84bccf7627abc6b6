/** Opens a worker's store from its address. */
import {
  createLmdbStore,
  createMemoryStore,
  createRedisStore,
  createTieredStore,
} from '@robots-exclusion/client';

/**
 * `clock` is for LMDB; Redis has its own clock. Timeouts are long unless the address sets them, because a busy machine
 * is not an outage.
 */
export async function openStore(address, clock = clockOf(address)) {
  const [, tier, kind] = /^(tiered-)?(.+)$/.exec(address.kind);
  const openers = { lmdb: openLmdb, redis: openRedis, cluster: openCluster };
  const store = await openers[kind](address, clock);
  if (!tier) return store;
  return createTieredStore({ upper: createMemoryStore({ clock }), lower: store, clock });
}

function clockOf({ clockOffsetMs = 0 }) {
  return { now: () => Date.now() + clockOffsetMs };
}

async function openLmdb({ path }, clock) {
  const { open } = await import('lmdb');
  return createLmdbStore({ root: open({ path }), clock, timeoutMs: 100_000 });
}

async function openRedis({ host, port, timeoutMs = 100_000, pauseMs = 1000 }) {
  const { Redis } = await import('ioredis');
  const client = new Redis({ ...(host && { host }), port, connectTimeout: 1000, retryStrategy: () => 50 });
  client.on('error', () => {});
  await new Promise((resolve) => client.once('ready', resolve));
  return createRedisStore({ client, timeoutMs, pauseMs });
}

async function openCluster({ ports }) {
  const { Cluster } = await import('ioredis');
  const client = new Cluster(ports.map((port) => ({ host: '127.0.0.1', port })));
  await new Promise((resolve) => client.once('ready', resolve));
  return createRedisStore({ client, timeoutMs: 100_000 });
}
