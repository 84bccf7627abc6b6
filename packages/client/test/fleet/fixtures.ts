/** What these tests share: folders, Redis servers and workers that are cleaned up whatever happens. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RedisServer, startRedisServer } from '@robots-exclusion/testkit';
import { type StoreAddress, startWorker, type Worker, type WorkerLimits } from './worker.ts';

const closers: (() => Promise<unknown>)[] = [];

/** To be called after each test. */
export async function cleanUp(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** Closes something at the test's end. */
export function atEnd(close: () => Promise<unknown>): void {
  closers.push(close);
}

export async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'robots-fleet-'));
  atEnd(() => rm(path, { recursive: true, force: true }));
  return path;
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

/** The two stores that processes share, each with how a test gets an empty one, and why it may not. */
export function sharedStores(redisMissing: string | undefined): readonly SharedStore[] {
  return [
    {
      title: 'LMDB',
      missing: undefined,
      open: async () => ({ kind: 'lmdb', path: await temporaryFolder() }),
    },
    {
      title: 'Redis',
      missing: redisMissing,
      open: async () => ({ kind: 'redis', port: (await redisServer()).port }),
    },
  ];
}

/** A store that processes share. */
export interface SharedStore {
  title: string;
  missing: string | undefined;
  open(): Promise<StoreAddress>;
}
