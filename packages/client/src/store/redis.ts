/**
 * Keeps values in Redis or Valkey, for any number of machines. The caller passes the client: a `Redis` or `Cluster`
 * from `ioredis`, or any object with the same methods.
 *
 * Each value is stored as one string: a mark, a random version and the octets. Compare-and-set is one Lua script on one
 * key, which Redis runs atomically. If the value already has the new version, the script reports success, because a
 * driver resends an unanswered command after it loses the connection.
 */
import { randomFillSync } from 'node:crypto';
import { createGuard, type Guard } from './guard.ts';
import { originOfKey } from './keys.ts';
import {
  ANY_VERSION,
  MARK,
  nowScript,
  type RedisClient,
  type RedisClusterClient,
  reserveScript,
  runScript,
  setScript,
  VERSION_BYTES,
} from './redis-scripts.ts';
import { createRedisWatch } from './redis-watch.ts';
import type { Reserved, ReserveRequest } from './reservation.ts';
import { type Store, type StoredValue, StoreError, type StoreSetOptions, wholeTtl } from './store.ts';

/** Options of a Redis store. */
export interface RedisStoreOptions {
  /** The client, which the caller owns; the store never closes it. */
  client: RedisClient | RedisClusterClient;
  /** The prefix of every key, so that one database can serve several purposes. Default: `robots:`. */
  prefix?: string;
  /** The timeout for an operation. Default: 1000 ms. */
  timeoutMs?: number;
  /** After a failed connection, operations are rejected immediately for this long. Default: 1000 ms. */
  pauseMs?: number;
}

/** The number of keys per step of a scan. A step blocks Redis for well under a millisecond. */
const scanCount = 500;

/**
 * States of a client that is connected or is connecting for the first time. In any other state, a command would only
 * wait in the driver's queue.
 */
const usableStatuses: ReadonlySet<string> = new Set(['wait', 'connecting', 'connect', 'ready']);

/**
 * Creates a store on a Redis or Valkey client.
 *
 * @throws {TypeError} If the client lacks the methods of `ioredis`, as one of the package `redis` does.
 * @example
 * const store = createRedisStore({ client: new Redis('redis://localhost:6379') });
 */
export function createRedisStore(options: RedisStoreOptions): Store {
  const { client, prefix = 'robots:', timeoutMs = 1000, pauseMs = 1000 } = options;
  if (typeof client?.getBuffer !== 'function')
    throw new TypeError(
      'createRedisStore needs a client or cluster with the methods of ioredis, such as getBuffer',
    );
  const guard = createGuard({ name: 'Redis', timeoutMs, pauseMs, isAnswer: isReplyError });
  const run = <T>(operation: () => Promise<T>): Promise<T> => guard.run(() => ifConnected(client, operation));

  const watch = client.duplicate && createRedisWatch(() => client.duplicate!());
  client.on?.('end', () => watch?.close());
  /** The channel for notices about a key. In scripts, the driver adds its own prefix to keys but not to channels. */
  const channelOf = (name: string): string => (client.options?.keyPrefix ?? '') + name;

  async function versionOf(key: string): Promise<string | undefined> {
    const begin = await run(() => client.getrangeBuffer!(key, 0, VERSION_BYTES - 1).catch(absentIfForeign));
    return decode(begin ?? null)?.version;
  }

  return {
    async get(key: string): Promise<StoredValue | undefined> {
      return run(() => client.getBuffer(redisKey(prefix, key)).then(decode, absentIfForeign));
    },
    async set(
      key: string,
      value: Uint8Array,
      { ttlMs, ifVersion, notify }: StoreSetOptions,
    ): Promise<boolean> {
      const expected = expectedVersion(ifVersion);
      if (expected === undefined) return false;
      const lifetime = String(wholeTtl(ttlMs));
      const reply = await run(() =>
        runScript(
          client,
          setScript,
          redisKey(prefix, key),
          expected,
          encode(value),
          lifetime,
          ...(notify ? ['1'] : []),
        ),
      );
      return reply === 1;
    },
    async delete(key: string): Promise<void> {
      await run(() => client.del(redisKey(prefix, key)));
    },
    ...(client.getrangeBuffer && { version: (key: string) => versionOf(redisKey(prefix, key)) }),
    async now(key: string): Promise<number> {
      return Number(await run(() => runScript(client, nowScript, redisKey(prefix, key))));
    },
    async reserve(key: string, { count, delayMs, waitMs }: ReserveRequest): Promise<Reserved> {
      const numbers = [count, delayMs, waitMs].map(String);
      const version = encode(new Uint8Array());
      const reply = await run(() =>
        runScript(client, reserveScript, redisKey(prefix, key), ...numbers, version),
      );
      const [at, now] = (reply as [string, string]).map(Number) as [number, number];
      return { at, now };
    },
    keys: (keyPrefix: string) => scanKeys(client, prefix, keyPrefix, { ...guard, run }),
    ...(watch && {
      watch: (key, onNotice) => run(() => watch.watch(channelOf(redisKey(prefix, key)), onNotice)),
      close: async () => watch.close(),
    }),
  };
}

/** The key in Redis: `robots:{https://example.com}#lock`. A cluster selects the slot by the text in braces. */
function redisKey(prefix: string, key: string): string {
  const origin = originOfKey(key);
  return `${prefix}{${origin}}${key.slice(origin.length)}`;
}

function encode(value: Uint8Array): Buffer {
  const octets = Buffer.allocUnsafe(VERSION_BYTES + value.byteLength);
  randomFillSync(octets, 0, VERSION_BYTES);
  octets[0] = MARK;
  octets.set(value, VERSION_BYTES);
  return octets;
}

function decode(octets: Uint8Array | null): StoredValue | undefined {
  if (octets === null || octets.byteLength < VERSION_BYTES || octets[0] !== MARK) return undefined;
  const version = Buffer.from(octets.subarray(0, VERSION_BYTES)).toString('hex');
  // Copies the octets, because the driver's array is a view that would keep a larger buffer in memory.
  return { value: new Uint8Array(octets.subarray(VERSION_BYTES)), version };
}

/** The version that the script compares; undefined if no key can have this version. */
function expectedVersion(ifVersion: string | null | undefined): string | Buffer | undefined {
  if (ifVersion === undefined) return ANY_VERSION;
  if (ifVersion === null) return '';
  const octets = Buffer.from(ifVersion, 'hex');
  return octets.byteLength === VERSION_BYTES ? octets : undefined;
}

async function ifConnected<T>(client: { readonly status?: string }, operation: () => Promise<T>): Promise<T> {
  const { status = 'ready' } = client;
  if (!usableStatuses.has(status)) {
    throw new StoreError('STORE_UNAVAILABLE', `Redis is not connected: its client is "${status}"`);
  }
  try {
    return await operation();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'MaxRetriesPerRequestError') throw error;
    // The connection was lost after the command was sent, so the command may have been executed.
    throw new StoreError('STORE_TIMEOUT', 'Redis has not answered: its client stopped reconnecting', error);
  }
}

function isReplyError(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

/**
 * Our key may hold a Redis value that is not a string. Such a value counts as absent, and the next write overwrites it.
 */
function absentIfForeign(error: unknown): undefined {
  if (isReplyError(error) && (error as Error).message.startsWith('WRONGTYPE')) return undefined;
  throw error;
}

/**
 * Scans for keys. While Redis rehashes, a scan may return a key twice, but it returns every key that existed
 * throughout.
 */
async function* scanKeys(
  client: RedisClient | RedisClusterClient,
  prefix: string,
  keyPrefix: string,
  guard: Pick<Guard, 'run'>,
): AsyncIterable<string> {
  // The driver adds its own prefix to keys in commands but not to patterns, and does not remove it from results.
  const begin = `${client.options?.keyPrefix ?? ''}${prefix}{`;
  const pattern = `${escapeGlob(begin + originOfKey(keyPrefix))}*`;
  // A cluster driver discovers its nodes only with the first command.
  if ('nodes' in client) await guard.run(() => client.getBuffer(`${prefix}{}`));
  for (const node of 'nodes' in client ? client.nodes('master') : [client]) {
    let cursor = '0';
    do {
      const from = cursor;
      const [next, found] = await guard.run(() => node.scan(from, 'MATCH', pattern, 'COUNT', scanCount));
      for (const name of found) {
        const key = storeKey(name.slice(begin.length));
        if (key?.startsWith(keyPrefix)) yield key;
      }
      cursor = next;
    } while (cursor !== '0');
  }
}

/**
 * Restores the store's key from the end of a Redis key (`https://example.com}#lock`); undefined if the key is not ours.
 */
function storeKey(name: string): string | undefined {
  const origin = originOfKey(name);
  return origin.endsWith('}') ? origin.slice(0, -1) + name.slice(origin.length) : undefined;
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}
