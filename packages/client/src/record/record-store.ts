/**
 * Records in a store that may fail, hang or hold anything. No failure reaches a check: it is told as an event, and
 * what this process knows by itself stands in.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { EventListener, StoreOperation } from '../events.ts';
import { storeTtlMs } from '../policy/advance.ts';
import type { OriginRecord } from '../policy/origin-record.ts';
import type { Policy } from '../policy/settle.ts';
import { createGuard } from '../store/guard.ts';
import { recordKey } from '../store/keys.ts';
import type { Store, StoredValue } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import { decodeRecord, encodeRecord } from './codec.ts';

/** A record with what a later compare-and-set must name: null where the store has nothing. */
export interface VersionedRecord {
  record?: OriginRecord;
  version: string | null;
}

/** Keeps the records of origins. */
export interface RecordStore {
  /** The same store, each operation bounded by time: for locks and reservations. Its methods reject. */
  guarded: Store;
  /** Never rejects. */
  read(origin: string): Promise<VersionedRecord>;
  /**
   * Writes unless somebody else was faster with a later attempt. Never rejects.
   *
   * @param version What was read before the attempt was made.
   * @returns The record that holds now.
   */
  write(record: OriginRecord, version: string | null): Promise<OriginRecord>;
}

/** What a record store is made of. */
export interface RecordStoreOptions {
  store: Store;
  clock: Clock;
  policy: Policy;
  storeTimeoutMs: number;
  emit: EventListener;
}

interface Known {
  record: OriginRecord;
  /** Undefined until the record was read back. */
  version?: string;
  /** The store did not take it. */
  isAlone: boolean;
}

/** Decoded records, and those that the store did not take or might lose. */
const maxKnownBytes = 16 * 1024 * 1024;

/** Unreadable values that were told of. */
const maxTold = 1000;

/** What a record costs besides its body. */
const knownBytes = 2048;

/** After an operation that got no answer the store is left alone for so long, then asked once more. */
const restMs = 2000;

/** Writers that come between a reading and a writing are few; a store that always says no is broken. */
const maxWrites = 3;

/** What the functions below work on. */
interface Shelf {
  guarded: Store;
  /** By origin. */
  known: LRUCache<string, Known>;
  /** By key, the version of the value that was told of. */
  toldUnreadable: LRUCache<string, string>;
  options: RecordStoreOptions;
}

export function createRecordStore(options: RecordStoreOptions): RecordStore {
  const shelf: Shelf = {
    guarded: guardedStore(options.store, options.storeTimeoutMs),
    known: new LRUCache({
      maxSize: maxKnownBytes,
      sizeCalculation: ({ record }) => knownBytes + (record.good?.body.byteLength ?? 0),
    }),
    toldUnreadable: new LRUCache({ max: maxTold }),
    options,
  };
  return {
    guarded: shelf.guarded,
    read: (origin) => read(shelf, origin),
    write: (record, version) => write(shelf, record, version),
  };
}

async function read(shelf: Shelf, origin: string): Promise<VersionedRecord> {
  const key = recordKey(origin);
  const own = shelf.known.get(origin);
  try {
    const stored = await shelf.guarded.get(key);
    if (stored !== undefined) return readStored(shelf, origin, own, stored);
    return isLostTooSoon(shelf, own) ? alone(own) : { version: null };
  } catch (error) {
    tellFailure(shelf, 'get', key, error);
    return alone(own);
  }
}

function readStored(
  shelf: Shelf,
  origin: string,
  own: Known | undefined,
  { value, version }: StoredValue,
): VersionedRecord {
  if (own !== undefined && own.version === version) return { record: own.record, version };
  const decoded = decodeRecord(value, origin);
  if ('unreadable' in decoded) {
    tellUnreadable(shelf, recordKey(origin), version, decoded.unreadable);
    return { ...alone(own), version };
  }
  const record = later(own?.isAlone ? own.record : undefined, decoded.record);
  if (record === decoded.record) shelf.known.set(origin, { record, version, isAlone: false });
  return { record, version };
}

/** A store that forgets at once must not make a site be asked for every check: the floor holds here, too. */
function isLostTooSoon({ options: { clock, policy } }: Shelf, own: Known | undefined): boolean {
  if (own === undefined || own.isAlone) return true;
  const ageMs = clock.now() - own.record.attempt.endedAt;
  return ageMs >= 0 && ageMs < policy.lifetimes.floorSeconds * 1000;
}

async function write(shelf: Shelf, record: OriginRecord, version: string | null): Promise<OriginRecord> {
  const key = recordKey(record.origin);
  try {
    const holding = await writeOver(shelf, record, version);
    if (holding !== undefined) return holding;
    const refused = new StoreError('STORE_FAILED', `The store refused ${maxWrites} writes`);
    tellFailure(shelf, 'set', key, refused);
  } catch (error) {
    tellFailure(shelf, 'set', key, error);
  }
  shelf.known.set(record.origin, { record, isAlone: true });
  return record;
}

/** The record that the store holds afterwards; undefined when it takes none. */
async function writeOver(
  shelf: Shelf,
  record: OriginRecord,
  firstVersion: string | null,
): Promise<OriginRecord | undefined> {
  const { clock, policy } = shelf.options;
  const { origin } = record;
  const value = encodeRecord(record);
  let ifVersion = firstVersion;
  for (let writes = 0; writes < maxWrites; writes++) {
    const ttlMs = storeTtlMs(record, policy, clock.now());
    if (await shelf.guarded.set(recordKey(origin), value, { ttlMs, ifVersion })) {
      shelf.known.set(origin, { record, isAlone: false });
      return record;
    }
    const current = await read(shelf, origin);
    if (current.record !== undefined && later(record, current.record) !== record) return current.record;
    ifVersion = current.version;
  }
  return undefined;
}

function tellFailure({ options }: Shelf, operation: StoreOperation, key: string, error: unknown): void {
  options.emit({ type: 'store-error', operation, key, error });
}

/** Once for each value: who waits for a lock reads the same one again and again. */
function tellUnreadable(
  { toldUnreadable, options }: Shelf,
  key: string,
  version: string,
  reason: string,
): void {
  if (toldUnreadable.get(key) === version) return;
  toldUnreadable.set(key, version);
  options.emit({ type: 'record-unreadable', key, reason });
}

function alone(own: Known | undefined): VersionedRecord {
  return own === undefined ? { version: null } : { record: own.record, version: null };
}

/** Of two attempts that ended at the same instant the second: it is what others see already. */
function later(first: OriginRecord | undefined, second: OriginRecord): OriginRecord {
  return first !== undefined && first.attempt.endedAt > second.attempt.endedAt ? first : second;
}

function guardedStore(store: Store, timeoutMs: number): Store {
  const options = { name: 'The store', timeoutMs, pauseMs: restMs };
  // Whatever comes back in time is an answer, an error too: only silence makes the store rest.
  const guard = createGuard({
    ...options,
    isAnswer: (error) => (error as StoreError).code !== 'STORE_TIMEOUT',
  });
  return {
    get: (key) => guard.run(async () => checkedValue(await store.get(key))),
    set: (key, value, setOptions) => guard.run(async () => store.set(key, value, setOptions)),
    delete: (key) => guard.run(async () => store.delete(key)),
  };
}

/** A store that hands over anything else is broken, which is no reason to break. */
function checkedValue<Value>(stored: Value): Value {
  const { value, version } = (stored ?? {}) as { value?: unknown; version?: unknown };
  if (stored === undefined || stored === null) return undefined as Value;
  if (value instanceof Uint8Array && typeof version === 'string') return stored;
  throw new StoreError('STORE_FAILED', 'The store returned no octets with a version');
}
