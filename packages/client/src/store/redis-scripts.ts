/**
 * Atomic Redis operations, which are Lua scripts on one key. A script is called by its SHA-1, which is a tenth as long
 * as the script. The full text is sent only if the server does not know the script: the first time, after a restart, or
 * on another node.
 */
import { createHash } from 'node:crypto';
import type { RedisSubscriber } from './redis-watch.ts';
import { spareTtlMs } from './reservation.ts';

/** The first octet of all our values. Any other value belongs to another program, and counts as absent. */
export const MARK = 0x01;
/** The mark and eleven random octets: 88 bits, too many to collide by chance. */
export const VERSION_BYTES = 12;
export const ANY_VERSION = '*';

export interface RedisScript {
  text: string;
  sha1: string;
}

/**
 * Writes a value if the version matches. ARGV: the expected version (`*` for any, empty for an absent value), the new
 * value, and the lifetime in milliseconds; a fourth argument requests a notification.
 */
export const setScript: RedisScript = script(`
local found = redis.pcall('GETRANGE', KEYS[1], 0, ${VERSION_BYTES - 1})
if type(found) ~= 'string' or #found < ${VERSION_BYTES} or string.byte(found) ~= ${MARK} then found = '' end
if found == string.sub(ARGV[2], 1, ${VERSION_BYTES}) then return 1 end
if ARGV[1] ~= '${ANY_VERSION}' and ARGV[1] ~= found then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
if ARGV[4] then redis.pcall('PUBLISH', KEYS[1], '') end
return 1`);

/** The time by the clock of the server that holds the key. The reply contains only integers. */
export const nowScript: RedisScript = script(`
local time = redis.call('TIME')
return string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))`);

/**
 * Reserves times. ARGV: the number of times, the interval between them, the minimum wait, and the mark and version that
 * begin every value. Otherwise, does the same as {@link moveLine}. Fractions of a millisecond are rounded up.
 */
export const reserveScript: RedisScript = script(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at = now + math.ceil(ARGV[3])
local found = redis.pcall('GET', KEYS[1])
if type(found) == 'string' then
  local nextAt, writtenAt = string.match(string.sub(found, ${VERSION_BYTES + 1}), '^robots%-reserve/1 (%d+) (%d+)$')
  if nextAt then at = math.max(at, nextAt - math.max(0, writtenAt - now)) end
end
local nextAt = at + ARGV[1] * math.ceil(ARGV[2])
local line = string.format('robots-reserve/1 %.0f %.0f', nextAt, now)
redis.call('SET', KEYS[1], ARGV[4] .. line, 'PX', string.format('%.0f', nextAt - now + ${spareTtlMs}))
return {string.format('%.0f', at), string.format('%.0f', now)}`);

/**
 * Runs a script on `key`. If the server does not know the script, the full text is sent, which is safe because nothing
 * has been executed yet.
 */
export async function runScript(
  client: Pick<RedisClient, 'eval' | 'evalsha'>,
  { text, sha1 }: RedisScript,
  key: string,
  ...values: (string | Buffer)[]
): Promise<unknown> {
  if (client.evalsha === undefined) return client.eval(text, 1, key, ...values);
  try {
    return await client.evalsha(sha1, 1, key, ...values);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return client.eval(text, 1, key, ...values);
  }
}

function script(text: string): RedisScript {
  return { text, sha1: createHash('sha1').update(text).digest('hex') };
}

/** The parts of a client that the store needs. */
export interface RedisClient {
  getBuffer(key: string): Promise<Uint8Array | null>;
  /** Reads a part of a value. Without this method, even an unchanged value is read in full. */
  getrangeBuffer?(key: string, start: number, end: number): Promise<Uint8Array | null>;
  eval(script: string, numberOfKeys: number, ...keysAndArguments: (string | Buffer)[]): Promise<unknown>;
  /** Runs a script by its hash. Without this method, scripts are sent in full each time. */
  evalsha?(sha1: string, numberOfKeys: number, ...keysAndArguments: (string | Buffer)[]): Promise<unknown>;
  /** Opens another connection for notifications. Without this method, waiters for a lock poll. */
  duplicate?(): RedisSubscriber;
  on?(event: 'end', listener: () => void): unknown;
  del(key: string): Promise<unknown>;
  scan(
    cursor: string,
    match: 'MATCH',
    pattern: string,
    count: 'COUNT',
    size: number,
  ): Promise<[string, string[]]>;
  /** The state of the connection; `ready` means connected. */
  readonly status?: string;
  readonly options?: { readonly keyPrefix?: string | undefined };
}

/** The parts of a cluster client that the store needs. */
export interface RedisClusterClient extends Omit<RedisClient, 'scan' | 'options'> {
  nodes(role: 'master'): readonly Pick<RedisClient, 'scan'>[];
  readonly options?: { readonly keyPrefix?: string | undefined };
}
