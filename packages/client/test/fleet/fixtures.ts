import { type Needs, needsRedis, type RedisServer, startRedisServer } from '@robots-exclusion/testkit';
import { Redis } from 'ioredis';
import { passInRedis, temporaryFolder } from '../store/stores.ts';
import { type StoreAddress, startWorker, type Worker, type WorkerLimits } from './worker.ts';

const closers: (() => Promise<unknown>)[] = [];

/** Call after each test. */
export async function cleanUp(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** Registers something to be closed at the end of the test. */
export function atEnd(close: () => Promise<unknown>): void {
  closers.push(close);
}

export async function redisServer(settings: readonly string[] = []): Promise<RedisServer> {
  const server = await startRedisServer(settings);
  atEnd(() => server.stop());
  return server;
}

export function worker(name: string, task: object, limits: WorkerLimits = {}): Worker {
  const started = startWorker(name, task, limits);
  atEnd(() => started.kill());
  return started;
}

/** The two stores that processes can share; `open` creates an empty one. */
export const sharedStores: readonly SharedStore[] = [
  {
    title: 'LMDB',
    needs: {},
    open: async () => ({ kind: 'lmdb', path: await temporaryFolder() }),
  },
  {
    title: 'Redis',
    needs: needsRedis(),
    open: async () => ({ kind: 'redis', port: (await redisServer()).port }),
  },
];

/**
 * Moves the store's time forward for processes that open the store after this call. Redis has its own clock; LMDB uses
 * the clock of each process.
 */
export async function afterTime(address: StoreAddress, ms: number): Promise<StoreAddress> {
  if ('path' in address) return { ...address, clockOffsetMs: (address.clockOffsetMs ?? 0) + ms };
  const client = new Redis({ port: address.port });
  await passInRedis(client, ms);
  client.disconnect();
  return address;
}

/** A store that processes can share. */
export interface SharedStore {
  title: string;
  needs: Needs | Record<string, never>;
  open(): Promise<StoreAddress>;
}
