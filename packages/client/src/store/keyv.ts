/**
 * Keeps values in any storage that Keyv supports. Keyv has no compare-and-set, so the store emulates it by running the
 * operations on each key one after another. This works only within one store object: two processes can both succeed.
 * Several processes that share a Keyv may therefore fetch a robots.txt more than once, but verdicts are never wrong.
 *
 * Keyv reports failed reads as misses unless it is created with `throwOnErrors: true`.
 */
import { randomUUID } from 'node:crypto';
import { createGuard } from './guard.ts';
import { type Store, type StoredValue, StoreError, type StoreSetOptions, wholeTtl } from './store.ts';

/** The parts of a Keyv that the store needs. */
export interface KeyvLike {
  get(key: string): Promise<unknown>;
  set(key: string, value: string, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
  /** Present if the underlying store can be iterated. */
  iterator?: ((argument: never) => AsyncIterable<unknown>) | undefined;
  /** The adapter. */
  readonly store?: unknown;
}

/** Options of a Keyv store. */
export interface KeyvStoreOptions {
  /** The Keyv, which the caller owns: the store never disconnects it. */
  keyv: KeyvLike;
  /** The time limit of an operation. An operation that takes longer is rejected. Default: 2000 ms. */
  timeoutMs?: number;
  /** The time after a failed operation during which further operations are rejected immediately. Default: 1000 ms. */
  pauseMs?: number;
  /** The longest lifetime that the adapter can keep. Default: 30 days for memcached; no limit for others. */
  maxTtlMs?: number;
}

/**
 * The longest lifetimes of adapters, by the name of their class. memcached takes more than 30 days for a point in time,
 * so that the value has expired at once: `set` succeeds, and `get` finds nothing.
 */
const adapterTtlMs: ReadonlyMap<string, number> = new Map([['KeyvMemcache', 30 * 24 * 3600 * 1000]]);

/**
 * Matches the stored form: version, a space, and the octets in base64. As text, this form survives every serialization.
 */
const stored = /^([0-9a-f-]{36}) ([A-Za-z0-9+/]*={0,2})$/;

/**
 * Creates a store that uses a Keyv.
 *
 * @example
 * const store = createKeyvStore({ keyv: new Keyv() });
 */
export function createKeyvStore(options: KeyvStoreOptions): Store {
  const { keyv, timeoutMs = 2000, pauseMs = 1000 } = options;
  const { maxTtlMs = adapterTtlMs.get((keyv.store as object | undefined)?.constructor?.name ?? '') } =
    options;
  const guard = createGuard({ name: 'Keyv', timeoutMs, pauseMs });
  const inTurn = createTurns();

  async function get(key: string): Promise<StoredValue | undefined> {
    return decode(await guard.run(() => keyv.get(key)));
  }

  async function write(key: string, value: Uint8Array, ttlMs: number): Promise<void> {
    const text = `${randomUUID()} ${Buffer.from(value).toString('base64')}`;
    const result = await guard.run(() => keyv.set(key, text, ttlMs));
    // Keyv reports an error only to its listeners, and the call itself returns false.
    if (result === false) throw new StoreError('STORE_FAILED', `Keyv could not store "${key}"`);
  }

  return {
    ...(maxTtlMs !== undefined && { maxTtlMs }),
    get,
    async set(key: string, value: Uint8Array, { ttlMs, ifVersion }: StoreSetOptions): Promise<boolean> {
      const lifetimeMs = wholeTtl(ttlMs);
      const copy = new Uint8Array(value);
      return inTurn(key, async () => {
        if (ifVersion !== undefined && ((await get(key))?.version ?? null) !== ifVersion) return false;
        await write(key, copy, lifetimeMs);
        return true;
      });
    },
    async delete(key: string): Promise<void> {
      await inTurn(key, () => guard.run(() => keyv.delete(key)));
    },
    ...(keyv.iterator && { keys: (prefix: string) => listKeys(keyv, prefix) }),
  };
}

function decode(text: unknown): StoredValue | undefined {
  const [, version, octets] = (typeof text === 'string' && stored.exec(text)) || [];
  if (version === undefined || octets === undefined) return undefined;
  return { value: new Uint8Array(Buffer.from(octets, 'base64')), version };
}

async function* listKeys(keyv: KeyvLike, prefix: string): AsyncIterable<string> {
  for await (const entry of keyv.iterator?.(undefined as never) ?? []) {
    const [key, text] = Array.isArray(entry) ? entry : [];
    if (typeof key === 'string' && key.startsWith(prefix) && decode(text)) yield key;
  }
}

/** Runs tasks with the same key one after another, and tasks with different keys concurrently. */
function createTurns(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const lastByKey = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const turn = (lastByKey.get(key) ?? Promise.resolve()).then(task, task);
    const settled = turn
      .catch(() => undefined)
      .then(() => {
        if (lastByKey.get(key) === settled) lastByKey.delete(key);
      });
    lastByKey.set(key, settled);
    return turn;
  };
}
