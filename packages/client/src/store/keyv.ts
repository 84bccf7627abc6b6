/**
 * Keeps values in anything that Keyv can reach. Keyv knows no compare-and-set: here it is exact only among the callers
 * of this one store object, which queue by key; two processes can both win. So a fleet on Keyv may fetch a robots.txt
 * more than once; a verdict is never wrong for it.
 *
 * Keyv hides failing reads as misses unless it is made with `throwOnErrors: true`.
 */
import { randomUUID } from 'node:crypto';
import { createGuard } from './guard.ts';
import type { Store, StoredValue, StoreSetOptions } from './store.ts';
import { StoreError } from './store-error.ts';
import { wholeTtl } from './ttl.ts';

/** What the store needs of a Keyv. */
export interface KeyvLike {
  get(key: string): Promise<unknown>;
  set(key: string, value: string, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
  /** Keyv has it where its own store can be iterated. */
  iterator?: ((argument: never) => AsyncIterable<unknown>) | undefined;
}

/** How a Keyv store is made. */
export interface KeyvStoreOptions {
  /** Stays the caller's: the store never disconnects it. */
  keyv: KeyvLike;
  /** An operation that takes longer is rejected. Default: 2000 ms. */
  timeoutMs?: number;
  /** After a failed operation, others are rejected at once for this long. Default: 1000 ms. */
  pauseMs?: number;
}

/** Version, a blank, the octets in base64: text passes through every serialisation unharmed. */
const stored = /^([0-9a-f-]{36}) ([A-Za-z0-9+/]*={0,2})$/;

/**
 * Makes a store on a Keyv.
 *
 * @example
 * const store = createKeyvStore({ keyv: new Keyv() });
 */
export function createKeyvStore({ keyv, timeoutMs = 2000, pauseMs = 1000 }: KeyvStoreOptions): Store {
  const guard = createGuard({ name: 'Keyv', timeoutMs, pauseMs });
  const inTurn = createTurns();

  async function get(key: string): Promise<StoredValue | undefined> {
    return decode(await guard.run(() => keyv.get(key)));
  }

  async function write(key: string, value: Uint8Array, ttlMs: number): Promise<void> {
    const text = `${randomUUID()} ${Buffer.from(value).toString('base64')}`;
    const result = await guard.run(() => keyv.set(key, text, ttlMs));
    // Keyv gives an error to its listeners only, and answers false.
    if (result === false) throw new StoreError('STORE_FAILED', `Keyv could not store "${key}"`);
  }

  return {
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

/** Runs the tasks of one key one after another, those of different keys side by side. */
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
