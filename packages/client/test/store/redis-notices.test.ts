/** Clients that wait for a lock on a real Redis server are notified, and send almost no commands while they wait. */
import { acquireLock, createClient, createRedisStore, type Store } from '@robots-exclusion/client';
import { createGate, needsRedis, type RedisServer, startRedisServer } from '@robots-exclusion/testkit';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scripted, userAgent } from '../scripted.ts';

const waiters = 40;
const page = 'https://example.com/x';
const clients: Redis[] = [];
let server: RedisServer;

function connect(): Redis {
  const client = new Redis({ port: server.port });
  client.on('error', () => {});
  clients.push(client);
  return client;
}

/** The number of commands that Redis has received, except those that open a connection. */
async function commands(): Promise<number> {
  const text = await connect().info('commandstats');
  const calls = [
    ...text.matchAll(/^cmdstat_(get|getrange|evalsha|eval|set|subscribe|unsubscribe|publish):calls=(\d+)/gm),
  ];
  return calls.reduce((sum, [, , count]) => sum + Number(count), 0);
}

describe('waiters for a lock on Redis', needsRedis(), () => {
  beforeEach(async () => {
    server = await startRedisServer();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.disconnect();
    await server.stop();
  });

  const stores = (count: number): Store[] =>
    Array.from({ length: count }, () => createRedisStore({ client: connect(), timeoutMs: 100_000 }));

  it('of many processes are all notified when the record is there', async () => {
    const [asked, answered] = [createGate(), createGate()];
    const transport = scripted(async () => {
      asked.open();
      await answered.opened;
      return { body: 'User-agent: *\nDisallow: /x\n' };
    });
    const ends: string[] = [];
    const all = stores(waiters + 1).map((store) =>
      createClient({
        userAgent,
        store,
        transports: [transport],
        limits: { storeTimeoutMs: 100_000, totalTimeoutMs: 100_000 },
        onEvent: (event) => void (event.type === 'lock-wait' && ends.push(`${event.end} by ${event.by}`)),
      }),
    );
    const first = all[0]!.check(page);
    await asked.opened;
    const others = all.slice(1).map((client) => client.check(page));
    const channel = 'robots:{https://example.com}#lock';
    // All waiters listen.
    const admin = connect();
    await expect.poll(async () => (await admin.pubsub('NUMSUB', channel))[1]).toBe(waiters);
    answered.open();
    for (const decision of await Promise.all([first, ...others])) expect(decision.allowed).toBe(false);
    expect(transport.requests).toHaveLength(1);
    // If Redis is slow, the client that got the lock immediately may also report a wait.
    expect(new Set(ends.filter((end) => end.startsWith('there')))).toEqual(new Set(['there by notice']));
    // No waiter listens any more.
    await expect.poll(async () => (await admin.pubsub('NUMSUB', channel))[1]).toBe(0);
    // Each waiter checked, tried the lock, listened, checked and tried once more, checked a last time, and stopped
    // listening.
    expect(await commands()).toBeLessThanOrEqual(waiters * 9 + 20);
    await Promise.all(all.map((client) => client.close()));
  });

  it('take a lock over whose holder has gone without a word', async () => {
    const [holder, waiter] = stores(2);
    await acquireLock(holder!, 'https://example.com#lock', { ttlMs: 1000 });
    const client = createClient({
      userAgent,
      store: waiter!,
      transports: [scripted(() => ({ body: '' }))],
      limits: { storeTimeoutMs: 100_000 },
    });
    expect(await client.check(page)).toMatchObject({ outcome: 'rules', allowed: true });
    await client.close();
  });

  it('leave nothing open when the connection that was handed in ends', async () => {
    const [store] = stores(1);
    const client = clients[0]!;
    const stop = await store!.watch!('key', () => {});
    const count = async () => Number(/connected_clients:(\d+)/.exec(await connect().info('clients'))?.[1]);
    expect(await count()).toBeGreaterThanOrEqual(3);
    client.disconnect();
    const admin = connect();
    const names = async () => String(await admin.client('LIST', 'TYPE', 'PUBSUB'));
    await expect.poll(names).toBe('');
    stop();
  });
});
