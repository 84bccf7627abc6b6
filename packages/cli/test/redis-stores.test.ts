/**
 * Redis in the setups that fleets use: behind Sentinel, as a Cluster, and with a primary that becomes a replica during
 * the test.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@robots-exclusion/client';
import { freePort, needsRedis, startRedisCluster, startRedisServer } from '@robots-exclusion/testkit';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openServiceStore } from '../src/network/open-service-store.ts';
import { openStore } from '../src/network/open-store.ts';

const value = new Uint8Array([1, 2, 3]);
const day = { ttlMs: 86_400_000 };

async function redis(settings: readonly string[] = []) {
  const server = await startRedisServer(settings);
  onTestFinished(() => server.stop());
  const client = new Redis({ port: server.port });
  onTestFinished(() => client.disconnect());
  return { port: server.port, command: (...words: [string, ...string[]]) => client.call(...words) };
}

/** Starts a proxy that forwards each connection to the port that `target` returns at that moment. */
async function proxy(target: () => number): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(target(), '127.0.0.1');
    for (const end of [socket, onward]) open.add(end.on('error', () => {}));
    socket.pipe(onward).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

async function serviceStore(name: string): Promise<Store> {
  const { options, close } = await openServiceStore(name);
  onTestFinished(close);
  return 'sharedStore' in options ? options.sharedStore : options.store;
}

describe('a store on Redis', needsRedis(), () => {
  it('whose server became a replica is dialled anew, and leads to the new primary', async () => {
    const old = await redis();
    const fresh = await redis();
    let target = old.port;
    const store = await serviceStore(`redis://127.0.0.1:${await proxy(() => target)}`);
    expect(await store.set('https://a.example', value, day)).toBe(true);
    await old.command('REPLICAOF', '127.0.0.1', String(fresh.port));
    target = fresh.port;
    // The connection still leads to the old primary, whose first refusal causes a reconnect.
    await expect(store.set('https://b.example', value, day)).rejects.toThrow('READONLY');
    await expect
      .poll(() => store.set('https://c.example', value, day).catch(() => false), { timeout: 60_000 })
      .toBe(true);
    expect(await fresh.command('EXISTS', 'robots:{https://c.example}')).toBeDefined();
  });

  it('with user and password in any form is opened', async () => {
    const server = await redis();
    const password = 'p:a@b/c';
    await server.command('ACL', 'SETUSER', 'crawler', 'on', `>${password}`, '~*', '+@all');
    for (const name of [
      `redis:crawler:${password}@127.0.0.1:${server.port}`,
      `redis://crawler:${encodeURIComponent(password)}@127.0.0.1:${server.port}/0`,
    ]) {
      const { store, close } = await openStore(name);
      expect(await store.set('https://a.example', value, day)).toBe(true);
      await close();
    }
    const wrong = openStore(`redis://crawler:nothing@127.0.0.1:${server.port}`);
    await expect(wrong).rejects.toThrow(/Cannot open the store "redis:\/\/\*\*\*@/);
    await expect(wrong).rejects.not.toThrow('nothing');
  });

  it('behind Sentinel is found by the name of its group', async () => {
    const primary = await redis();
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'robots-sentinel-'));
    const file = join(folder, 'sentinel.conf');
    writeFileSync(file, `port ${port}\nbind 127.0.0.1\nsentinel monitor main 127.0.0.1 ${primary.port} 1\n`);
    const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void sentinel.kill('SIGKILL'));
    await new Promise<void>((resolve) =>
      sentinel.stdout.on('data', (text) => String(text).includes('+monitor') && resolve()),
    );
    const { store, close } = await openStore(`redis-sentinel://127.0.0.1:${port}/main`);
    expect(await store.set('https://a.example', value, day)).toBe(true);
    await close();
    expect(await primary.command('DBSIZE')).toBe(1);
  });

  it('as a Cluster is reached by any of its members', async () => {
    const cluster = await startRedisCluster();
    onTestFinished(() => cluster.stop());
    const [first, second] = cluster.ports;
    const { store, close } = await openStore(`redis-cluster://127.0.0.1:${first},127.0.0.1:${second}`);
    onTestFinished(close);
    const origins = Array.from({ length: 20 }, (_, at) => `https://site${at}.example`);
    for (const origin of origins) expect(await store.set(origin, value, day)).toBe(true);
    const found: string[] = [];
    for await (const key of store.keys?.('') ?? []) found.push(key);
    expect(found.sort()).toEqual(origins.sort());
  }, 60_000);

  it.each(['redis://a,b', 'redis://a/x', 'redis-sentinel://a:1', 'redis-cluster://', 'redis://a:port'])(
    'that is not a URL of one is refused: %s',
    async (name) => {
      await expect(openStore(name)).rejects.toThrow(/Cannot use the store|Cannot open the store/);
    },
  );
});
