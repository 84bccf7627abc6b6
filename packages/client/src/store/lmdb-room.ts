/**
 * Room on the disk that LMDB writes to, asked for before each write. A write that a full disk refuses may damage lmdb's
 * own memory and leaves its `close()` waiting for ever: it is better never sent.
 */
import { statfsSync } from 'node:fs';
import { StoreError } from './store-error.ts';

/** What a disk has left, in octets; undefined where the system does not say. */
export type FreeBytes = () => number | undefined;

/** Keeps count of the octets on their way to the disk. */
export interface Room {
  /** Whether something small may be written now. */
  isThere(): boolean;
  /**
   * Writes `octets` octets if the disk has room for them.
   *
   * @throws {StoreError} If it has not: nothing was sent.
   */
  write<T>(octets: number, write: () => Promise<T>): Promise<T>;
  /** Notes that the disk refused a write although it seemed to have room. */
  noteRefusal(): void;
  /** Whether the disk has gained room since it refused a write. */
  hasGained(): boolean;
}

/** A commit also copies the pages above each entry and the list of free pages; other processes write, too. */
const spareBytes = 1024 * 1024;

export function createRoom(freeBytes: FreeBytes): Room {
  let underWay = 0;
  let freeAtRefusal: number | undefined;

  // An entry may take the place of another only once both are on the disk.
  const neededFor = (octets: number): number => spareBytes + 2 * (underWay + octets);

  return {
    isThere() {
      const free = freeBytes();
      return free === undefined || free >= neededFor(0);
    },
    async write(octets, write) {
      const free = freeBytes();
      const needed = neededFor(octets);
      if (free !== undefined && free < needed) throw full(free, needed);
      underWay += octets;
      try {
        return await write();
      } finally {
        underWay -= octets;
      }
    },
    noteRefusal() {
      freeAtRefusal = freeBytes();
    },
    hasGained() {
      const free = freeBytes();
      return free !== undefined && freeAtRefusal !== undefined && free >= freeAtRefusal + spareBytes;
    },
  };
}

/** Reads what the disk of this file has left. A few microseconds: it asks the kernel, not the disk. */
export function freeBytesAt(path: string | undefined): FreeBytes {
  if (path === undefined) return () => undefined;
  // What is set aside for root counts for root alone.
  const isRoot = process.getuid?.() === 0;
  return () => {
    try {
      const { blocks, bsize, bfree, bavail } = statfsSync(path);
      // Some file systems state no size at all.
      return blocks === 0 ? undefined : bsize * (isRoot ? bfree : bavail);
    } catch {
      return undefined;
    }
  };
}

function full(free: number, needed: number): StoreError {
  return new StoreError(
    'STORE_FAILED',
    `LMDB cannot write: the disk is full: it has ${free} octets left, and ${needed} are needed`,
  );
}
