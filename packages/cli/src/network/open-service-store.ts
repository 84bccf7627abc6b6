/**
 * Opens the store of a service. A service runs for months, so it waits for an unavailable Redis to become available
 * again.
 */
import { createRedisStore, type Store } from '@robots-exclusion/client';
import { CommandError } from '../command-error.ts';
import { openStore } from './open-store.ts';
import { redisDriver, redisUrlOf } from './redis-driver.ts';

export interface ServiceStore {
  readonly options: { store: Store } | { sharedStore: Store };
  close(): Promise<void>;
}

const connectTimeoutMs = 5000;
const longestRetryMs = 5000;

/** @throws {CommandError} If `name` is not the name of a store, or a local store cannot be opened. */
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
  // The service itself reports failures of the store; without a listener, ioredis would print each connection attempt.
  client.on('error', () => {});
  client.connect().catch(() => {});
  return { options: { sharedStore: createRedisStore({ client }) }, close: async () => client.disconnect() };
}

/** Adds advice to the error of an LMDB store, because it is the default and the user may not have chosen it. */
function advise(name: string, error: unknown): never {
  if (!(error instanceof CommandError) || !name.startsWith('lmdb:')) throw error;
  throw new CommandError(
    `${error.message}. The store holds only copies: choose another one with --store, or delete it`,
  );
}
