/**
 * Keeps values in LMDB, for any number of processes on one machine. Committed data survives restarts and `kill -9`;
 * readers never wait. The caller passes an opened root, in which the store opens its own database.
 *
 * LMDB stores a version with each value and compares it within the write transaction, on its own thread, so a process
 * with a busy event loop does not hold the file lock for long. Versions are random, so a key that is deleted and
 * written again gets a new version. Eight octets with the expiry precede each value.
 */
import { randomFillSync } from 'node:crypto';
import { type Clock, systemClock } from '../clock.ts';
import { createGuard } from './guard.ts';
import { isFailedCommit, openDatabase, type StoreDatabase } from './lmdb-database.ts';
import { createRoom, freeBytesAt } from './lmdb-room.ts';
import type { LmdbEntry, LmdbRoot } from './lmdb-root.ts';
import { moveLine } from './reservation.ts';
import { type Store, type StoredValue, StoreError, type StoreSetOptions, wholeTtl } from './store.ts';

/** Options of an LMDB store. */
export interface LmdbStoreOptions {
  /** The opened root, which the caller owns: the store never closes it. */
  root: LmdbRoot;
  /** The database's name within the root. Default: `robots-exclusion-1`. */
  name?: string;
  /** The clock for lifetimes, which must be the same in all processes. Default: the machine's clock. */
  clock?: Clock;
  /**
   * The time limit of a write. A write that takes longer, because another process holds the file, is rejected. Default:
   * 5000 ms.
   */
  timeoutMs?: number;
}

/** The time after a late write during which further writes are rejected immediately. */
const latePauseMs = 1000;
/**
 * The pause after a write that the disk rejected although it seemed to have room. Each such write may corrupt lmdb's
 * memory, so there must be few of them. The pause ends early if the free space grows.
 */
const diskPauseMs = 30_000;
const headerBytes = 8;
/** The maximum length of a stored reservation queue in octets. */
const lineBytes = 4096;
/**
 * The maximum number of attempts at a conditional write. Another process may remove an expired value between the read
 * and the write.
 */
const expiredTries = 3;

/**
 * Creates a store in an opened LMDB root.
 *
 * @throws Any error from lmdb if the database cannot be opened.
 * @example
 * const store = createLmdbStore({ root: open({ path: './robots-cache' }) });
 */
export function createLmdbStore(options: LmdbStoreOptions): Store {
  const { root, name = 'robots-exclusion-1', clock = systemClock, timeoutMs = 5000 } = options;
  // Readers that were killed leave stale slots in the file's table.
  root.readerCheck?.();
  const opened = openDatabase(root, name);
  const room = createRoom(freeBytesAt(root.path));
  const pauseMs = (error: unknown): number => {
    if (!isFailedCommit(error)) return latePauseMs;
    room.noteRefusal();
    return diskPauseMs;
  };
  const guard = createGuard({ name: 'LMDB', timeoutMs, pauseMs, isAnswer, isBack: room.hasGained });
  const isLive = (entry: LmdbEntry): boolean => clock.now() < expiresAt(entry);
  const database: StoreDatabase = {
    ...opened,
    // No caller waits for this removal, and its failure is ignored. It is skipped if the disk may reject it.
    removeSoon(key, entry) {
      if (guard.isOpen() && room.isThere()) opened.removeSoon(key, entry);
    },
  };
  const sweep = createSweeper(database, isLive);

  function write<T>(octets: number, work: () => Promise<T>): Promise<T> {
    return room.write(octets, () => guard.run(work));
  }

  function put(key: string, octets: Uint8Array, condition?: number | null): Promise<boolean> {
    return write(octets.byteLength, () => database.put(key, octets, newVersion(), condition));
  }

  async function putIf(key: string, octets: Uint8Array, ifVersion: string | null): Promise<boolean> {
    for (let tries = 0; tries < expiredTries; tries += 1) {
      const entry = database.find(key);
      const live = entry && isLive(entry) ? entry : undefined;
      if ((live ? String(live.version) : null) !== ifVersion) return false;
      // The write requires this version even for an expired value, because the value may have been replaced since the
      // read.
      if (await put(key, octets, entry?.version ?? null)) return true;
    }
    return false;
  }

  return {
    async get(key: string): Promise<StoredValue | undefined> {
      const entry = database.find(key);
      if (entry === undefined) return undefined;
      if (isLive(entry)) return { value: octetsOf(entry), version: String(entry.version) };
      database.removeSoon(key, entry);
      return undefined;
    },
    version(key: string): string | undefined {
      const entry = database.find(key);
      return entry && isLive(entry) ? String(entry.version) : undefined;
    },
    async set(key: string, value: Uint8Array, { ttlMs, ifVersion }: StoreSetOptions): Promise<boolean> {
      const octets = encode(value, clock.now() + wholeTtl(ttlMs));
      const isWritten = await (ifVersion === undefined ? put(key, octets) : putIf(key, octets, ifVersion));
      sweep();
      return isWritten;
    },
    async delete(key: string): Promise<void> {
      await write(0, () => database.remove(key));
    },
    async now(): Promise<number> {
      return clock.now();
    },
    async reserve(key, request) {
      const take = (entry: LmdbEntry | undefined) => {
        const line = entry && isLive(entry) ? octetsOf(entry) : undefined;
        const moved = moveLine(line, request, clock.now());
        return { ...moved, value: encode(moved.octets, moved.now + moved.ttlMs) };
      };
      const { at, now } = await write(lineBytes, () => database.replace(key, newVersion(), take));
      sweep();
      return { at, now };
    },
    keys: (prefix: string) => liveKeys(database, prefix, isLive),
  };
}

function encode(value: Uint8Array, expiry: number): Uint8Array {
  const octets = new Uint8Array(headerBytes + value.byteLength);
  new DataView(octets.buffer).setFloat64(0, expiry);
  octets.set(value, headerBytes);
  return octets;
}

/** Copies to a plain array, because a Buffer's `slice` would not copy. */
function octetsOf({ value }: LmdbEntry): Uint8Array {
  return new Uint8Array(value.buffer, value.byteOffset + headerBytes, value.byteLength - headerBytes);
}

/** The time at which a value expires. A value that is too short for a header is not ours, and counts as expired. */
function expiresAt({ value }: LmdbEntry): number {
  if (value.byteLength < headerBytes) return Number.NEGATIVE_INFINITY;
  return new DataView(value.buffer, value.byteOffset, headerBytes).getFloat64(0);
}

/** A random integer between 1 and 2^53 − 1, which LMDB stores as a double. */
function newVersion(): number {
  const [high = 0, low = 0] = randomFillSync(new Uint32Array(2));
  return (high % 2 ** 21) * 2 ** 32 + low || 1;
}

/**
 * Whether LMDB itself works although an operation failed. The result is false if a write was late, because the file is
 * locked, and if a commit failed, because the disk is full.
 */
function isAnswer(error: unknown): boolean {
  const isLate = error instanceof StoreError && error.code === 'STORE_TIMEOUT';
  return !isLate && !isFailedCommit(error);
}

/** The number of entries per step. A step takes less than a millisecond, and no read transaction outlives it. */
const stepEntries = 128;

/** The number of writes between sweeping steps. About two entries are checked for each write. */
const writesPerStep = 64;

/** The keys of unexpired entries that begin with `prefix`, in LMDB's order, without duplicates. */
async function* liveKeys(
  database: StoreDatabase,
  prefix: string,
  isLive: (entry: LmdbEntry) => boolean,
): AsyncIterable<string> {
  let start = prefix;
  let isFirst = true;
  for (;;) {
    const step = database.range(start, stepEntries);
    for (const entry of step) {
      if (!entry.key.startsWith(prefix)) return;
      if ((isFirst || entry.key !== start) && isLive(entry)) yield entry.key;
    }
    const last = step.at(-1);
    if (last === undefined || step.length < stepEntries) return;
    start = last.key;
    isFirst = false;
  }
}

/**
 * Creates a function to call after each write. Once per `writesPerStep` calls, the function checks the next
 * `stepEntries` entries and removes the expired ones. It does not wait for the removals.
 */
function createSweeper(database: StoreDatabase, isLive: (entry: LmdbEntry) => boolean): () => void {
  let writes = 0;
  let start = '';

  function sweepStep(): void {
    const step = database.range(start, stepEntries);
    for (const entry of step) if (!isLive(entry)) database.removeSoon(entry.key, entry);
    start = step.length < stepEntries ? '' : (step.at(-1)?.key ?? '');
  }

  return () => {
    writes += 1;
    if (writes % writesPerStep !== 0) return;
    try {
      sweepStep();
    } catch {
      // The error is ignored: if the file is faulty, the caller's next operation encounters the fault as well.
    }
  };
}
