/** Opens the store of a worker by its address. */
import {
  createLmdbStore,
  createMemoryStore,
  createRedisStore,
  createTieredStore,
} from '@robots-exclusion/client';

export async function openStore(address) {
  if (address.kind === 'lmdb') {
    const { open } = await import('lmdb');
    return createLmdbStore({ root: open({ path: address.path }) });
  }
  const { Redis } = await import('ioredis');
  const client = new Redis({ port: address.port, retryStrategy: () => 50 });
  client.on('error', () => {});
  await new Promise((resolve) => client.once('ready', resolve));
  const { timeoutMs = 1000, pauseMs = 1000 } = address;
  const store = createRedisStore({ client, timeoutMs, pauseMs });
  return address.kind === 'tiered-redis'
    ? createTieredStore({ upper: createMemoryStore(), lower: store })
    : store;
}
