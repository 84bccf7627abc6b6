/**
 * Runs the contract for composite stores (tiers, a cluster, a client with a prefix) and for other servers.
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
import { afterAll, beforeAll } from 'vitest';
import { contract } from './contract.ts';
import { openLmdb, openRedis, openRedisCluster, openTiered } from './stores.ts';

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
contract('Valkey store', () => openRedis(valkey), { needs: needsValkey });
contract('tiered store over Redis', async () => openTiered(await openRedis(server)), { needs });
