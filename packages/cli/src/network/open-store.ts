/** Opens the store that `--store` names. Drivers are loaded on demand. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  closeLmdb,
  createLmdbStore,
  createMemoryStore,
  createRedisStore,
  findLmdbDamage,
  type LmdbRoot,
  type Store,
} from '@robots-exclusion/client';
import { CommandError } from '../command-error.ts';
import { missingPart } from '../optional-parts.ts';
import { writeReason } from '../output/write-reason.ts';
import { redisDriver, redisUrlOf } from './redis-driver.ts';
import { shownStore } from './store-name.ts';

/** An upper bound on the initial size of LMDB's two files. */
const NEEDED_BYTES = 64 * 1024;

/**
 * Creates the folder of a store if it does not exist.
 *
 * @throws The system's error if nothing can be written in the folder.
 */
function requireRoom(path: string): void {
  if (existsSync(path) && (existsSync(join(path, 'lock.mdb')) || existsSync(`${path}-lock`))) return;
  makeFolder(resolve(path));
  const probe = join(path, `.room-${process.pid}`);
  try {
    writeFileSync(probe, new Uint8Array(NEEDED_BYTES));
  } finally {
    rmSync(probe, { force: true });
  }
}

/**
 * Creates missing folders from the top down, trying each once. The option `recursive` would loop forever on file
 * systems such as `/proc`, which report ENOENT although the parent exists.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Explains why a store cannot be created. Some system errors have only a code. */
function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  // The parent folders exist, but nothing can be created in them.
  if (code === 'ENOENT') return 'no folder can be created there';
  return writeReason(code) ?? error.message;
}

export interface OpenedStore {
  readonly store: Store;
  /** Whether the store outlives this process. */
  readonly isLasting: boolean;
  close(): Promise<void>;
}

export interface OpenStoreOptions {
  /** Whether to fail if there is no store yet, instead of creating one. */
  mustExist?: boolean;
}

/** @throws {CommandError} If `name` is not the name of a store, or the store cannot be opened. */
export async function openStore(name: string, options: OpenStoreOptions = {}): Promise<OpenedStore> {
  if (name === 'memory') return { store: createMemoryStore(), isLasting: false, async close() {} };
  if (name.startsWith('lmdb:')) return openLmdb(name.slice('lmdb:'.length), options);
  const redisUrl = redisUrlOf(name);
  if (redisUrl !== undefined) return openRedis(redisUrl);
  throw new CommandError(
    `Cannot use the store ${JSON.stringify(shownStore(name))}: expected "memory", "lmdb:PATH" or "redis:URL", such as "redis://localhost:6379"`,
  );
}

/** Kept in a variable, so that TypeScript does not load lmdb's types, which do not compile in an ES module. */
const lmdbModule: string = 'lmdb';

/** The part of lmdb that is used. */
interface LmdbModule {
  open(options: { path: string }): LmdbRoot & { close(): Promise<void> };
}

async function openLmdb(path: string, { mustExist = false }: OpenStoreOptions): Promise<OpenedStore> {
  const cannot = `Cannot open the store ${JSON.stringify(`lmdb:${path}`)}`;
  if (path === '') throw new CommandError(`${cannot}: expected a path after "lmdb:"`);
  if (mustExist && !existsSync(path)) throw new CommandError(`${cannot}: there is no such file or folder`);
  try {
    const damage = await findLmdbDamage(path);
    if (damage !== undefined) throw new CommandError(`${cannot}: ${damage}`);
    requireRoom(path);
    const { open } = (await import(lmdbModule)) as LmdbModule;
    hideDriverErrors();
    const root = open({ path });
    const close = async (): Promise<void> => void (await closeLmdb(root));
    return { store: createLmdbStore({ root }), isLasting: true, close };
  } catch (error) {
    if (error instanceof CommandError || missingPart(error) !== undefined) throw error;
    throw new CommandError(`${cannot}: ${reasonOf(error as Error)}`);
  }
}

/**
 * Hides the stack trace that lmdb prints for a failed write, even if the error is handled. The store reports the error
 * itself.
 */
function hideDriverErrors(): void {
  const print = console.error;
  console.error = (...parts: unknown[]) => {
    const [error] = parts;
    if (error instanceof Error && typeof (error as { code?: unknown }).code === 'number') return;
    print(...parts);
  };
}

const redisConnectTimeoutMs = 5000;

async function openRedis(url: string): Promise<OpenedStore> {
  const client = await redisDriver(url, {
    connectTimeoutMs: redisConnectTimeoutMs,
    retryAfterMs: () => null,
  });
  let failure: Error | undefined;
  client.on('error', (error: Error) => {
    failure ??= error;
  });
  try {
    await client.connect();
  } catch (error) {
    client.disconnect();
    const reason = failure ?? (error as Error);
    throw new CommandError(`Cannot open the store ${JSON.stringify(shownStore(url))}: ${reason.message}`);
  }
  return { store: createRedisStore({ client }), isLasting: true, close: async () => client.disconnect() };
}
