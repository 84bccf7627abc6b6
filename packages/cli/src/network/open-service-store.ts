/** The store of a service, which runs for months: a Redis that disappears is expected to return. */
import { createRedisStore, type Store } from '@robots-exclusion/client';
import { CommandError } from '../command-error.ts';
import { openStore } from './open-store.ts';
import { redisDriver, redisUrlOf } from './redis-driver.ts';

/** A store for the service, and how to close its driver. */
export interface ServiceStore {
  readonly options: { store: Store } | { sharedStore: Store };
  close(): Promise<void>;
}

const connectTimeoutMs = 5000;
const longestRetryMs = 5000;

/** @throws {CommandError} If `name` is not a store, or one of this machine cannot be opened. */
export async function openServiceStore(name: string): Promise<ServiceStore> {
  const url = redisUrlOf(name);
  if (url === undefined) {
    const { store, close } = await openStore(name).catch((error) => advise(name, error));
    return { options: { store }, close };
  }
  const client = await redisDriver(url, {
    connectTimeoutMs,
    retryAfterMs: (tries) => Math.min(tries * 100, longestRetryMs),
  });
  // The service reports failures of the store; otherwise ioredis prints each connection attempt.
  client.on('error', () => {});
  client.connect().catch(() => {});
  return { options: { sharedStore: createRedisStore({ client }) }, close: async () => client.disconnect() };
}

/** People who merely start the service did not choose its store. */
function advise(name: string, error: unknown): never {
  if (!(error instanceof CommandError) || !name.startsWith('lmdb:')) throw error;
  throw new CommandError(`${error.message}. It holds only copies: choose another with --store, or remove it`);
}
