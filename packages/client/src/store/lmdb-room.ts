/**
 * Checks for free disk space before each LMDB write. A write that a full disk rejects may corrupt lmdb's memory and
 * make its `close()` hang, so such a write must not be sent.
 */
import { statfsSync } from 'node:fs';
import { StoreError } from './store.ts';

/** The free space of a disk in octets; undefined if the system does not report it. */
export type FreeBytes = () => number | undefined;

/** Tracks the octets that are being written to the disk. */
export interface Room {
  /** Whether there is room for a small value now. */
  isThere(): boolean;
  /**
   * Writes `octets` octets if the disk has room for them.
   *
   * @throws {StoreError} If the disk has no room; nothing was sent.
   */
  write<T>(octets: number, write: () => Promise<T>): Promise<T>;
  /** Records that the disk rejected a write although it seemed to have room. */
  noteRefusal(): void;
  /** Whether the free space has grown since the disk rejected a write. */
  hasGained(): boolean;
}

/**
 * Spare room, because a commit also copies the pages above each entry and the list of free pages, and other processes
 * write as well.
 */
const spareBytes = 1024 * 1024;

export function createRoom(freeBytes: FreeBytes): Room {
  let underWay = 0;
  let freeAtRefusal: number | undefined;

  // While an entry replaces another, both need space on disk.
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

/**
 * Reads the free space of the file's disk. This takes a few microseconds, because only the kernel is queried, not the
 * disk.
 */
export function freeBytesAt(path: string | undefined): FreeBytes {
  if (path === undefined) return () => undefined;
  // Only root can use the space that is reserved for root.
  const isRoot = process.getuid?.() === 0;
  return () => {
    try {
      const { blocks, bsize, bfree, bavail } = statfsSync(path);
      // Some file systems report no size.
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
