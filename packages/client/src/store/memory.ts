/**
 * Keeps values in this process, with a limit in bytes. The least recently used values are dropped first.
 * Compare-and-set is exact, because each operation runs within one turn of the event loop.
 */
import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from '../clock.ts';
import { moveLine } from './reservation.ts';
import { type Store, type StoredValue, StoreError, type StoreSetOptions, wholeTtl } from './store.ts';

/** Options of a memory store. */
export interface MemoryStoreOptions {
  /** Limit in bytes on keys, values and their overhead together. Default: 64 MiB. */
  maxBytes?: number;
  /** The clock for lifetimes. Default: the machine's clock. */
  clock?: Clock;
}

interface Entry {
  value: Uint8Array;
  version: string;
  expiresAt: number;
}

const defaultMaxBytes = 64 * 1024 * 1024;

/** The overhead of an entry in addition to its key and octets: between 390 and 470 bytes, measured on Node 20. */
const entryOverheadBytes = 470;

/**
 * Creates a store whose values last as long as this process.
 *
 * @throws {RangeError} If `maxBytes` is not a positive integer.
 * @example
 * const store = createMemoryStore({ maxBytes: 16 * 1024 * 1024 });
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  const { maxBytes = defaultMaxBytes, clock = systemClock } = options;
  if (!(Number.isSafeInteger(maxBytes) && maxBytes > 0)) {
    throw new RangeError(
      `Cannot make a memory store with maxBytes "${maxBytes}": expected a positive integer`,
    );
  }
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: entryBytes });
  const notices = new EventEmitter().setMaxListeners(0);
  let writes = 0;

  function live(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (entry === undefined || clock.now() < entry.expiresAt) return entry;
    entries.delete(key);
    return undefined;
  }

  function write(key: string, value: Uint8Array, { ttlMs, ifVersion, notify }: StoreSetOptions): boolean {
    const expiresAt = clock.now() + wholeTtl(ttlMs);
    if (ifVersion !== undefined && (live(key)?.version ?? null) !== ifVersion) return false;
    writes += 1;
    const entry: Entry = { value: new Uint8Array(value), version: String(writes), expiresAt };
    requireRoom(entryBytes(entry, key), maxBytes);
    entries.set(key, entry);
    // Watchers are notified after the writer has continued, as in a remote store.
    if (notify) queueMicrotask(() => notices.emit(eventOf(key)));
    return true;
  }

  return {
    async get(key: string): Promise<StoredValue | undefined> {
      const entry = live(key);
      return entry && { value: new Uint8Array(entry.value), version: entry.version };
    },
    version: (key) => live(key)?.version,
    async set(key: string, value: Uint8Array, setOptions: StoreSetOptions): Promise<boolean> {
      return write(key, value, setOptions);
    },
    async delete(key: string): Promise<void> {
      entries.delete(key);
    },
    async now(): Promise<number> {
      return clock.now();
    },
    async watch(key, onNotice) {
      const listener = (): void => onNotice();
      notices.on(eventOf(key), listener);
      return () => notices.off(eventOf(key), listener);
    },
    /** Reserves times by the caller's clock, unless the store has its own. */
    async reserve(key, request) {
      const time = options.clock?.now() ?? request.now;
      const { octets, ttlMs, at, now } = moveLine(live(key)?.value, request, time);
      write(key, octets, { ttlMs });
      return { at, now };
    },
    async *keys(prefix: string): AsyncIterable<string> {
      for (const [key, entry] of entries.entries()) {
        if (key.startsWith(prefix) && clock.now() < entry.expiresAt) yield key;
      }
    },
    async close(): Promise<void> {
      entries.clear();
    },
  };
}

/** The name of the event for a key. Unlike `error`, it has no special meaning to an emitter. */
function eventOf(key: string): string {
  return `key ${key}`;
}

/** The size of an entry. Each character of a key takes at most two bytes. */
function entryBytes(entry: Entry, key: string): number {
  return entryOverheadBytes + key.length * 2 + entry.value.byteLength;
}

function requireRoom(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new StoreError('STORE_TOO_LARGE', `Cannot store ${bytes} bytes: the store holds at most ${maxBytes}`);
}
