/** The contract on what is built of stores: tiers, a cluster, a client with a prefix. */
import {
  needsRedis,
  type RedisCluster,
  type RedisServer,
  startRedisCluster,
  startRedisServer,
} from '@robots-exclusion/testkit';
import { afterAll, beforeAll } from 'vitest';
import { contract } from './contract.ts';
import { openLmdb, openRedis, openRedisCluster, openTiered } from './stores.ts';

const needs = needsRedis();
let server: RedisServer;
let cluster: RedisCluster;
beforeAll(async () => {
  if (needs.skip) return;
  [server, cluster] = await Promise.all([startRedisServer(), startRedisCluster()]);
});
afterAll(() => Promise.all([server?.stop(), cluster?.stop()]));

contract('tiered store over LMDB', async () => openTiered(await openLmdb()));
contract('Redis store behind a client with a key prefix', () => openRedis(server, { keyPrefix: 'app:' }), {
  needs,
});
contract('Redis store on a cluster of three', () => openRedisCluster(cluster), { needs });
contract('tiered store over Redis', async () => openTiered(await openRedis(server)), { needs });
