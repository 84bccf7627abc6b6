/**
 * Tests that instances that share one Redis fetch each robots.txt only once, and that they keep working if Redis stops.
 */
import { createRedisStore } from '@robots-exclusion/client';
import { buildOnce, needsRedis, type RedisServer, startRedisServer } from '@robots-exclusion/testkit';
import { Redis } from 'ioredis';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endServers, serveFor, site } from './serving.ts';

beforeAll(buildOnce);

describe('instances on one Redis', needsRedis(), () => {
  const clients: Redis[] = [];
  let redis: RedisServer | undefined;
  afterEach(async () => {
    await endServers();
    for (const client of clients.splice(0)) client.disconnect();
    await redis?.stop();
  });

  function shared(port: number) {
    const client = new Redis({ port, host: '127.0.0.1', maxRetriesPerRequest: 1, connectTimeout: 60_000 });
    client.on('error', () => {});
    clients.push(client);
    return createRedisStore({ client, timeoutMs: 60_000 });
  }

  it('fetch a site once for all of them, and go on by themselves when it is gone', async () => {
    redis = await startRedisServer();
    const shop = await site({ '/robots.txt': 'User-agent: *\nDisallow: /x\n' });
    const other = await site({ '/robots.txt': 'User-agent: *\nDisallow: /y\n' });
    const instances = [
      await serveFor([shop, other], { sharedStore: shared(redis.port) }),
      await serveFor([shop, other], { sharedStore: shared(redis.port) }),
    ];
    for (const instance of instances) {
      const { json } = await instance.post('/v1/check', { urls: [`${shop.origin}/x`] });
      expect(json.results[0]).toMatchObject({ allowed: false, outcome: 'rules' });
      await expect
        .poll(async () => (await instance.get('/readyz')).json)
        .toEqual({ status: 'ready', store: 'ok' });
    }
    expect(shop.requests).toHaveLength(1);
    await redis.kill();
    for (const instance of instances) {
      const state = async (): Promise<string> => (await instance.get('/readyz')).json.status;
      await expect.poll(state).toBe('degraded');
    }
    for (const instance of instances) {
      const urls = [`${shop.origin}/x`, `${other.origin}/y`];
      const { status, json } = await instance.post('/v1/check', { urls });
      expect(status).toBe(200);
      expect(json.results.map(({ allowed }: { allowed: boolean }) => allowed)).toEqual([false, false]);
      const ready = await instance.get('/readyz');
      expect([ready.status, ready.json]).toEqual([200, { status: 'degraded', store: 'unavailable' }]);
      expect((await instance.get('/metrics')).text).toMatch(
        /robots_store_errors_total\{operation="get"\} [1-9]/,
      );
    }
    expect(other.requests).toHaveLength(2);
  });

  it('say that they are degraded when it takes no writes, and go on', async () => {
    redis = await startRedisServer();
    const shop = await site({ '/robots.txt': 'User-agent: *\nDisallow: /x\n' });
    const instance = await serveFor([shop], { sharedStore: shared(redis.port) });
    const admin = new Redis({ port: redis.port });
    clients.push(admin);
    // The store answers reads and refuses writes, like the old primary after a failover.
    await admin.call('REPLICAOF', '127.0.0.1', '1');
    await expect
      .poll(async () => (await instance.get('/readyz')).json)
      .toEqual({ status: 'degraded', store: 'unavailable' });
    const { json } = await instance.post('/v1/check', { urls: [`${shop.origin}/x`] });
    expect(json.results[0]).toMatchObject({ allowed: false, outcome: 'rules' });
    await admin.call('REPLICAOF', 'NO', 'ONE');
    await expect.poll(async () => (await instance.get('/readyz')).json.status).toBe('ready');
  });
});
