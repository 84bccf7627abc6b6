/** Runs the common contract for each kind of store; `contract.long.test.ts` covers composite stores. */
import { needsRedis, type RedisServer, startRedisServer } from '@robots-exclusion/testkit';
import { afterAll, beforeAll } from 'vitest';
import { contract } from './contract.ts';
import { openKeyv, openLmdb, openMemory, openRedis } from './stores.ts';

const oneProcessOnly = 'a memory store is seen by nobody else';
const noCompareAndSet = 'Keyv has no compare-and-set: it is exact within one store object only';

const redis = needsRedis();
let server: RedisServer;
beforeAll(async () => {
  if (!redis.skip) server = await startRedisServer();
});
afterAll(() => server?.stop());

contract('memory store', openMemory, {
  skips: {
    'value-seen-by-second': oneProcessOnly,
    'cas-one-winner-of-two': oneProcessOnly,
    'cas-counter-of-two': oneProcessOnly,
  },
});
contract('LMDB store', openLmdb);
contract('Keyv store', () => openKeyv(), {
  skips: { 'cas-one-winner-of-two': noCompareAndSet, 'cas-counter-of-two': noCompareAndSet },
});
contract('Redis store', () => openRedis(server), { needs: redis });
