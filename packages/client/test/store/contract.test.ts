/** The one contract of all stores, on every store. */
import {
  type OpenedStore,
  redisMissing,
  startRedisCluster,
  startRedisServer,
  storeContract,
} from '@robots-exclusion/testkit';
import { afterAll, describe, it } from 'vitest';
import { openKeyv, openLmdb, openMemory, openRedis, openRedisCluster, openTiered } from './stores.ts';

const oneProcessOnly = 'a memory store is seen by nobody else';
const noCompareAndSet = 'Keyv has no compare-and-set: it is exact within one store object only';

const missing = await redisMissing();
if (missing !== undefined) console.warn(`Redis is left out of the stores' contract: ${missing}`);
const server = missing === undefined ? await startRedisServer() : undefined;
const cluster = missing === undefined ? await startRedisCluster() : undefined;
afterAll(() => Promise.all([server?.stop(), cluster?.stop()]));

function contract(name: string, open: () => Promise<OpenedStore>, skips: Record<string, string> = {}): void {
  describe(name, () => {
    for (const { name: title, skip, run } of storeContract({ open, skips })) {
      if (skip === undefined) it(title, run);
      else it.skip(`${title} (left out: ${skip})`);
    }
  });
}

contract('memory store', openMemory, {
  'value-seen-by-second': oneProcessOnly,
  'cas-one-winner-of-two': oneProcessOnly,
  'cas-counter-of-two': oneProcessOnly,
});
contract('LMDB store', openLmdb);
contract('tiered store over LMDB', async () => openTiered(await openLmdb()));
contract('Keyv store', openKeyv, {
  'cas-one-winner-of-two': noCompareAndSet,
  'cas-counter-of-two': noCompareAndSet,
});

if (server === undefined || cluster === undefined) describe.skip(`Redis store (left out: ${missing})`);
else {
  contract('Redis store', () => openRedis(server));
  contract('Redis store behind a client with a key prefix', () => openRedis(server, { keyPrefix: 'app:' }));
  contract('Redis store on a cluster of three', () => openRedisCluster(cluster));
  contract('tiered store over Redis', async () => openTiered(await openRedis(server)));
}
