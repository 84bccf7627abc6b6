/**
 * Keeps records in a store that may fail, hang or contain arbitrary data. A failure of the store never affects a check.
 * It is reported as an event, and this process uses its own copy of the record instead.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { EventListener, StoreOperation } from '../events.ts';
import { type AdvanceOptions, advance, type Fetched, joined, storeTtlMs } from '../policy/advance.ts';
import type { OriginRecord } from '../policy/origin-record.ts';
import { isCurrent, isRefusedByOthers, maxClockSkewMs, type Policy } from '../policy/settle.ts';
import { recordKey } from '../store/keys.ts';
import { type Store, type StoredValue, StoreError } from '../store/store.ts';
import { decodeRecord, encodeRecord } from './codec.ts';
import { createKeptCheck, guardedStore, type KeptCheck, recordBytes } from './guarded-store.ts';
import { purgedAt } from './purge.ts';

/**
 * A record, with its version in the store, for a later compare-and-set. The version is null if the store has no value.
 */
export interface VersionedRecord {
  record?: OriginRecord;
  version: string | null;
  /**
   * Whether, by this process's own clock, the record is younger than the minimum lifetime, regardless of its stored
   * times.
   */
  isYoung?: boolean;
  /** Whether a later version of this program wrote the stored value. If so, it must not be overwritten. */
  isReserved?: boolean;
}

export interface RecordStore {
  /** The same store with a time limit for each operation, for locks and reservations. Its methods may reject. */
  guarded: Store;
  /**
   * The time by the store's clock. If the store's clock cannot be read, the time is estimated from the last reading. If
   * the store has no clock, the client's clock is used. Never rejects.
   */
  now(origin: string): Promise<number>;
  /** Reads the record of an origin. Never rejects. */
  read(origin: string): Promise<VersionedRecord>;
  /**
   * Adds an attempt to the stored record, in the order in which attempts were sent. Never rejects.
   *
   * @param base The result of an earlier read, which saves another read if it is still current.
   * @returns The current record.
   */
  add(
    origin: string,
    fetched: Fetched,
    base: VersionedRecord,
    options?: AdvanceOptions,
  ): Promise<OriginRecord>;
}

export interface RecordStoreOptions {
  store: Store;
  clock: Clock;
  policy: Policy;
  storeTimeoutMs: number;
  emit: EventListener;
}

interface Known {
  record: OriginRecord;
  /** The version in the store; undefined until the record has been read back. */
  version?: string;
  /** Whether the store rejected the record. */
  isAlone: boolean;
  /**
   * `seenAt` is the time at which the record was last seen in the store, and `learntAt` the earliest time at which it
   * can have been written. Both are by this process's clock.
   */
  seenAt: number;
  learntAt: number;
  /**
   * Present if this process tried to restore the record in the store: the version of the older value that it was to
   * replace, or null if the store had no value.
   */
  putBackOver?: string | null;
}

/** Limit on the memory for decoded records, including records that the store rejected or may lose. */
const maxKnownBytes = 16 * 1024 * 1024;

/** Limit on the keys of unreadable values that have been reported. */
const maxTold = 1000;

/**
 * Limit on the tries of a write. Other writers rarely come between a read and a write, so a store that always refuses
 * is broken.
 */
const maxWrites = 8;

/** The state that the functions below share. */
interface Shelf {
  guarded: Store;
  known: LRUCache<string, Known>;
  /** The version of the unreadable value that was reported, by key. */
  toldUnreadable: LRUCache<string, string>;
  /** How far the store's clock was ahead of this process's clock when it was last read; 0 before it is first read. */
  storeAheadMs: number;
  isReallyKept: KeptCheck;
  options: RecordStoreOptions;
}

export function createRecordStore(options: RecordStoreOptions): RecordStore {
  const guarded = guardedStore(options.store, options.storeTimeoutMs);
  const shelf: Shelf = {
    guarded,
    known: new LRUCache({
      maxSize: maxKnownBytes,
      sizeCalculation: ({ record }) => recordBytes(record),
    }),
    toldUnreadable: new LRUCache({ max: maxTold }),
    storeAheadMs: 0,
    isReallyKept: createKeptCheck(guarded, (key, error) =>
      options.emit({ type: 'store-error', operation: 'set', key, error }),
    ),
    options,
  };
  return {
    guarded: shelf.guarded,
    now: (origin) => now(shelf, origin),
    read: (origin) => read(shelf, origin),
    add: (origin, fetched, base, how) => add(shelf, { origin, fetched, base, how }),
  };
}

async function now(shelf: Shelf, origin: string): Promise<number> {
  const { guarded, options } = shelf;
  try {
    const time = await guarded.now?.(recordKey(origin));
    if (time === undefined) return options.clock.now();
    // The response time makes the value slightly too low, so an attempt may seem to have been sent earlier than it was,
    // but never later.
    shelf.storeAheadMs = time - options.clock.now();
    return time;
  } catch {
    // Not reported here, because the next read or write encounters and reports the failure as well.
    return options.clock.now() + shelf.storeAheadMs;
  }
}

async function read(shelf: Shelf, origin: string): Promise<VersionedRecord> {
  const key = recordKey(origin);
  const own = shelf.known.get(origin);
  try {
    // First reads only the version, because the stored record is usually the one that is already decoded.
    if (own?.version !== undefined && shelf.guarded.version) {
      const version = shelf.guarded.version(key);
      if ((typeof version === 'object' ? await version : version) === own.version)
        return unchanged(shelf, own);
    }
    const stored = await shelf.guarded.get(key);
    if (stored !== undefined) return readStored(shelf, origin, own, stored);
    return forgotten(shelf, own);
  } catch (error) {
    tellFailure(shelf, 'get', key, error);
    return alone(shelf, own);
  }
}

/**
 * Handles the loss of a record that this process saw in the store. A deliberate removal would have left a mark, so the
 * store must have lost the record. This process continues with its own copy, as if the store had reverted to an older
 * record.
 */
function forgotten(shelf: Shelf, own: Known | undefined): VersionedRecord {
  const { clock, policy } = shelf.options;
  const isOfUse = own !== undefined && !own.isAlone && isCurrent(own.record, policy, clock.now());
  if (isOfUse) putBack(shelf, own, own.record, null);
  return alone(shelf, own);
}

/** Forgets a record that was removed deliberately. A record whose request was sent after the removal is kept. */
function afterPurge(shelf: Shelf, origin: string, own: Known | undefined, at: number): Known | undefined {
  if (own === undefined || own.record.attempt.sentAt > at) return own;
  shelf.known.delete(origin);
  return undefined;
}

function readStored(
  shelf: Shelf,
  origin: string,
  own: Known | undefined,
  { value, version }: StoredValue,
): VersionedRecord {
  if (own !== undefined && own.version === version) return unchanged(shelf, own);
  const purged = purgedAt(value);
  if (purged !== undefined) return { ...alone(shelf, afterPurge(shelf, origin, own, purged)), version };
  const seenAt = shelf.options.clock.now();
  const decoded = decodeRecord(value, origin);
  if ('unreadable' in decoded) {
    tellUnreadable(shelf, recordKey(origin), version, decoded.unreadable);
    return { ...alone(shelf, own), version, isReserved: decoded.isNewer };
  }
  const record = own && isLater(own, decoded.record) ? joined(decoded.record, own.record) : decoded.record;
  if (record !== decoded.record) {
    putBack(shelf, own!, record, version);
    return { record, version };
  }
  const known = { record, version, isAlone: false, seenAt, learntAt: learntAt(own, record) };
  shelf.known.set(origin, known);
  return { record, version, isYoung: isYoung(shelf, known) };
}

/**
 * Whether this process knows an answer that is later than the stored record. If so, the store has reverted to an
 * earlier state. If the store's order contradicts the clients' clocks, the store's clock was set back instead.
 */
function isLater({ record, isAlone }: Known, { attempt, failures, answer }: OriginRecord): boolean {
  // Only answers count, not later failures. The start of an answer counts, because the process may have been suspended.
  const learntAt = failures && answer ? answer.endedAt : attempt.startedAt;
  return isAlone || learntAt <= record.attempt.endedAt + maxClockSkewMs;
}

/**
 * Writes this client's record to the store again, at most once for each version that the store contains. Does not wait
 * for the write.
 */
function putBack(
  { guarded, options }: Shelf,
  own: Known,
  record: OriginRecord,
  version: string | null,
): void {
  if (own.putBackOver === version) return;
  own.putBackOver = version;
  const ttlMs = storeTtlMs(record, options.policy, options.clock.now());
  const key = recordKey(record.origin);
  guarded.set(key, encodeRecord(record), { ttlMs, ifVersion: version }).catch((error: unknown) => {
    options.emit({ type: 'store-error', operation: 'set', key, error });
  });
}

function unchanged(shelf: Shelf, own: Known): VersionedRecord {
  own.seenAt = shelf.options.clock.now();
  return { record: own.record, version: own.version ?? null, isYoung: isYoung(shelf, own) };
}

/**
 * The earliest time at which a stored record can have been written. A stored record that replaced the record that we
 * last saw was written after we saw the earlier one. Otherwise, only the stored record's own times are known.
 */
function learntAt(own: Known | undefined, record: OriginRecord): number {
  if (own === undefined || own.isAlone) return record.attempt.endedAt;
  return own.record.attempt.sentAt === record.attempt.sentAt ? own.learntAt : own.seenAt;
}

/**
 * Whether the minimum lifetime applies by our own clock alone. Without this rule, a store that forgets immediately
 * would cause a fetch for every check. So would machines with very different clocks, because each would treat the
 * other's records as outdated.
 */
function isYoung({ options: { clock, policy } }: Shelf, { record, learntAt: since }: Known): boolean {
  if (isRefusedByOthers(record, policy)) return false;
  const { endedAt, expiresAt } = record.attempt;
  const ageMs = clock.now() - since;
  return ageMs >= 0 && ageMs < Math.min(policy.lifetimes.floorSeconds * 1000, expiresAt - endedAt);
}

interface Addition {
  origin: string;
  fetched: Fetched;
  base: VersionedRecord;
  how: AdvanceOptions | undefined;
}

async function add(shelf: Shelf, addition: Addition): Promise<OriginRecord> {
  const { origin, fetched, how } = addition;
  const key = recordKey(origin);
  try {
    const holding = await addToStored(shelf, addition);
    if (holding !== undefined) return holding;
    const refused = new StoreError('STORE_FAILED', `The store refused ${maxWrites} writes`);
    tellFailure(shelf, 'set', key, refused);
  } catch (error) {
    tellFailure(shelf, 'set', key, error);
  }
  const before = withNews(shelf, addition, addition.base.record);
  return keep(shelf, advance(origin, before, fetched, shelf.options.policy, how), true);
}

/**
 * Merges a record with the news about its origin that this process learned during the attempt, because the store may
 * have rejected or lost the news.
 */
function withNews(
  { known }: Shelf,
  { origin, fetched }: Addition,
  record: OriginRecord | undefined,
): OriginRecord | undefined {
  const own = known.get(origin);
  const isNews = own !== undefined && (own.isAlone || own.learntAt >= fetched.attempt.startedAt);
  if (!isNews) return record;
  return record ? joined(record, own.record) : own.record;
}

/** Adds an attempt to the stored record and returns the result; undefined if the store accepts no write. */
async function addToStored(shelf: Shelf, addition: Addition): Promise<OriginRecord | undefined> {
  const { origin, fetched, base, how } = addition;
  const { clock, policy } = shelf.options;
  let current = base;
  for (let writes = 0; writes < maxWrites; writes++) {
    const next = advance(origin, withNews(shelf, addition, current.record), fetched, policy, how);
    if (next === current.record) return next;
    if (current.isReserved) return keep(shelf, next, true);
    const ttlMs = storeTtlMs(next, policy, clock.now());
    const options = { ttlMs, ifVersion: current.version };
    if (await shelf.guarded.set(recordKey(origin), encodeRecord(next), options)) {
      const isKept = await shelf.isReallyKept(recordKey(origin), ttlMs);
      return keep(shelf, next, !isKept);
    }
    current = await read(shelf, origin);
  }
  return undefined;
}

function keep({ known, options }: Shelf, record: OriginRecord, isAlone: boolean): OriginRecord {
  const at = options.clock.now();
  known.set(record.origin, { record, isAlone, seenAt: at, learntAt: at });
  return record;
}

function tellFailure({ options }: Shelf, operation: StoreOperation, key: string, error: unknown): void {
  options.emit({ type: 'store-error', operation, key, error });
}

/** Reports an unreadable value only once, because a caller that waits for a lock reads the same value repeatedly. */
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

function alone(shelf: Shelf, own: Known | undefined): VersionedRecord {
  return own === undefined
    ? { version: null }
    : { record: own.record, version: null, isYoung: isYoung(shelf, own) };
}
