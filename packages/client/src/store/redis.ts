/**
 * Keeps values in Redis or Valkey, for any number of machines. The client is handed in: an `ioredis` or `iovalkey`
 * `Redis` or `Cluster`, a client of `redis`, or whatever has these methods.
 *
 * A value lies as one string: a mark, a random version, the octets. Compare-and-set is one Lua script over one key,
 * which Redis runs alone. The script takes an octet string that already has the new version for a success, because a
 * driver that lost the connection sends an unanswered command again.
 */
import { randomFillSync } from 'node:crypto';
import { createGuard, type Guard } from './guard.ts';
import { originOfKey } from './keys.ts';
import { fromNodeRedis, type NodeRedisClient } from './node-redis.ts';
import type { RedisClient, RedisClusterClient } from './redis-client.ts';
import { createRedisWatch } from './redis-watch.ts';
import { type Reserved, type ReserveRequest, spareTtlMs } from './reservation.ts';
import type { Store, StoredValue, StoreSetOptions } from './store.ts';
import { StoreError } from './store-error.ts';
import { wholeTtl } from './ttl.ts';

/** How a Redis store is made. */
export interface RedisStoreOptions {
  /** Stays the caller's: the store never closes it. */
  client: RedisClient | RedisClusterClient | NodeRedisClient;
  /** Begins every key, so that one database can serve several purposes. Default: `robots:`. */
  prefix?: string;
  /** An operation that takes longer is rejected. Default: 1000 ms. */
  timeoutMs?: number;
  /** After a failed connection, operations are rejected at once for this long. Default: 1000 ms. */
  pauseMs?: number;
}

/** First octet of every value of ours; what begins otherwise is somebody else's, and counts as absent. */
const mark = 0x01;
/** The mark and eleven random octets: 88 bits never meet by chance. */
const versionBytes = 12;
const anyVersion = '*';
/** Keys asked for in one step of a scan: a step blocks Redis for well under a millisecond. */
const scanCount = 500;

/** ARGV: the version expected (`*` any, empty: absent), the new value, the lifetime in milliseconds; a fourth one asks for a notice. */
const setScript = `
local found = redis.pcall('GETRANGE', KEYS[1], 0, ${versionBytes - 1})
if type(found) ~= 'string' or #found < ${versionBytes} or string.byte(found) ~= ${mark} then found = '' end
if found == string.sub(ARGV[2], 1, ${versionBytes}) then return 1 end
if ARGV[1] ~= '${anyVersion}' and ARGV[1] ~= found then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
if ARGV[4] then redis.pcall('PUBLISH', KEYS[1], '') end
return 1`;

/** By the clock of the server that holds the key. Its reply has whole numbers only. */
const nowScript = `
local time = redis.call('TIME')
return string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))`;

/**
 * ARGV: how many instants, how far apart, how long to wait at least. What {@link moveLine} does, with the mark and the
 * version that every value begins with. A fraction of a millisecond is rounded up.
 */
const reserveScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at = now + math.ceil(ARGV[3])
local found = redis.pcall('GET', KEYS[1])
if type(found) == 'string' then
  local nextAt, writtenAt = string.match(string.sub(found, ${versionBytes + 1}), '^robots%-reserve/1 (%d+) (%d+)$')
  if nextAt then at = math.max(at, nextAt - math.max(0, writtenAt - now)) end
end
local nextAt = at + ARGV[1] * math.ceil(ARGV[2])
local line = string.format('robots-reserve/1 %.0f %.0f', nextAt, now)
redis.call('SET', KEYS[1], ARGV[4] .. line, 'PX', string.format('%.0f', nextAt - now + ${spareTtlMs}))
return {string.format('%.0f', at), string.format('%.0f', now)}`;

/** Connected, or about to be for the first time; in any other state a command would only wait in the driver's queue. */
const usableStatuses: ReadonlySet<string> = new Set(['wait', 'connecting', 'connect', 'ready']);

/**
 * Makes a store on a Redis or Valkey client.
 *
 * @example
 * const store = createRedisStore({ client: new Redis('redis://localhost:6379') });
 */
export function createRedisStore(options: RedisStoreOptions): Store {
  const { client: given, prefix = 'robots:', timeoutMs = 1000, pauseMs = 1000 } = options;
  const client = 'getBuffer' in given ? given : fromNodeRedis(given);
  const guard = createGuard({ name: 'Redis', timeoutMs, pauseMs, isAnswer: isReplyError });
  const run = <T>(operation: () => Promise<T>): Promise<T> => guard.run(() => ifConnected(client, operation));

  const watch = client.duplicate && createRedisWatch(() => client.duplicate!());
  client.on?.('end', () => watch?.close());
  /** In scripts the driver puts its own prefix before keys, not before channels. */
  const channelOf = (name: string): string => (client.options?.keyPrefix ?? '') + name;

  async function versionOf(key: string): Promise<string | undefined> {
    const begin = await run(() => client.getrangeBuffer!(key, 0, versionBytes - 1).catch(absentIfForeign));
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
        client.eval(
          setScript,
          1,
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
      return Number(await run(() => client.eval(nowScript, 1, redisKey(prefix, key))));
    },
    async reserve(key: string, { count, delayMs, waitMs }: ReserveRequest): Promise<Reserved> {
      const numbers = [count, delayMs, waitMs].map(String);
      const version = encode(new Uint8Array());
      const reply = await run(() =>
        client.eval(reserveScript, 1, redisKey(prefix, key), ...numbers, version),
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

/** `robots:{https://example.com}#lock`: the braces hold what a cluster chooses the slot by. */
function redisKey(prefix: string, key: string): string {
  const origin = originOfKey(key);
  return `${prefix}{${origin}}${key.slice(origin.length)}`;
}

function encode(value: Uint8Array): Buffer {
  const octets = Buffer.allocUnsafe(versionBytes + value.byteLength);
  randomFillSync(octets, 0, versionBytes);
  octets[0] = mark;
  octets.set(value, versionBytes);
  return octets;
}

function decode(octets: Uint8Array | null): StoredValue | undefined {
  if (octets === null || octets.byteLength < versionBytes || octets[0] !== mark) return undefined;
  const version = Buffer.from(octets.subarray(0, versionBytes)).toString('hex');
  // A copy: the driver's octets are a part of a larger buffer, which they would keep alive.
  return { value: new Uint8Array(octets.subarray(versionBytes)), version };
}

/** What the script compares with; undefined when no key can have this version. */
function expectedVersion(ifVersion: string | null | undefined): string | Buffer | undefined {
  if (ifVersion === undefined) return anyVersion;
  if (ifVersion === null) return '';
  const octets = Buffer.from(ifVersion, 'hex');
  return octets.byteLength === versionBytes ? octets : undefined;
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
    // The connection was lost after the command was sent: it may have been carried out.
    throw new StoreError('STORE_TIMEOUT', 'Redis has not answered: its client stopped reconnecting', error);
  }
}

function isReplyError(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

/** Another kind of value under our key counts as absent; it is overwritten by the next write. */
function absentIfForeign(error: unknown): undefined {
  if (isReplyError(error) && (error as Error).message.startsWith('WRONGTYPE')) return undefined;
  throw error;
}

/** While Redis rehashes, a scan may name a key twice; it names every key that was there all the time. */
async function* scanKeys(
  client: RedisClient | RedisClusterClient,
  prefix: string,
  keyPrefix: string,
  guard: Pick<Guard, 'run'>,
): AsyncIterable<string> {
  // The driver puts its own prefix before the keys of commands, but neither before patterns nor off found keys.
  const begin = `${client.options?.keyPrefix ?? ''}${prefix}{`;
  const pattern = `${escapeGlob(begin + originOfKey(keyPrefix))}*`;
  // A cluster's driver knows no node before a first command has gone through.
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

/** The key of `https://example.com}#lock`, from which the begin is already cut; undefined when it is none of ours. */
function storeKey(name: string): string | undefined {
  const origin = originOfKey(name);
  return origin.endsWith('}') ? origin.slice(0, -1) + name.slice(origin.length) : undefined;
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}
