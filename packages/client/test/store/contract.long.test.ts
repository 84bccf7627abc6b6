/**
 * Runs the contract for composite stores (tiers, a cluster, a client with a prefix) and for other drivers and servers.
 */
import {
  isOnPath,
  needs as needsPrograms,
  needsRedis,
  type RedisCluster,
  type RedisServer,
  startRedisCluster,
  startRedisServer,
} from '@robots-exclusion/testkit';
import Keyv4 from 'keyv-4';
import { createCluster as createCluster5, createClient as createNodeRedis5 } from 'redis';
import { createCluster as createCluster4, createClient as createNodeRedis4 } from 'redis-4';
import { afterAll, beforeAll } from 'vitest';
import { contract } from './contract.ts';
import {
  openKeyv,
  openLmdb,
  openNodeRedisCluster,
  openRedis,
  openRedisByIoredis5,
  openRedisByNodeRedis,
  openRedisCluster,
  openTiered,
} from './stores.ts';

const needs = needsRedis();
const needsValkey = needsPrograms('Valkey: install valkey-server', isOnPath('valkey-server'));
let server: RedisServer;
let cluster: RedisCluster;
let valkey: RedisServer;
beforeAll(async () => {
  if (!needsValkey.skip) valkey = await startRedisServer([], ['valkey-server']);
  if (needs.skip) return;
  [server, cluster] = await Promise.all([startRedisServer(), startRedisCluster()]);
});
afterAll(() => Promise.all([server?.stop(), cluster?.stop(), valkey?.stop()]));

contract('tiered store over LMDB', async () => openTiered(await openLmdb()));
contract('Redis store behind a client with a key prefix', () => openRedis(server, { keyPrefix: 'app:' }), {
  needs,
});
contract('Redis store on a cluster of three', () => openRedisCluster(cluster), { needs });
contract('Redis store on ioredis 5', () => openRedisByIoredis5(server), { needs });
contract('Redis store on node-redis 5', () => openRedisByNodeRedis(server, createNodeRedis5), { needs });
contract('Redis store on node-redis 4', () => openRedisByNodeRedis(server, createNodeRedis4), { needs });
contract('Redis store on a cluster of node-redis 5', () => openNodeRedisCluster(cluster, createCluster5), {
  needs,
});
contract('Redis store on a cluster of node-redis 4', () => openNodeRedisCluster(cluster, createCluster4), {
  needs,
});
contract('Valkey store', () => openRedis(valkey), { needs: needsValkey });
const noCompareAndSet = 'Keyv has no compare-and-set: it is exact within one store object only';
contract('Keyv 4 store', () => openKeyv(() => new Keyv4()), {
  skips: { 'cas-one-winner-of-two': noCompareAndSet, 'cas-counter-of-two': noCompareAndSet },
});
contract('tiered store over Redis', async () => openTiered(await openRedis(server)), { needs });
