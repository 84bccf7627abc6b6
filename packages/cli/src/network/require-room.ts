/**
 * LMDB maps its lock file into memory: where the disk has no room for it, the process is ended by a signal that no
 * JavaScript can catch. So room is asked for before.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeReason } from '../output/write-reason.ts';

/** Both of LMDB's files begin with less. */
const NEEDED_BYTES = 64 * 1024;

/**
 * Makes the folder of a store that is not there yet.
 *
 * @throws What the system says when nothing can be written there.
 */
export function requireRoom(path: string): void {
  if (existsSync(path) && (existsSync(join(path, 'lock.mdb')) || existsSync(`${path}-lock`))) return;
  makeFolder(resolve(path));
  const probe = join(path, `.room-${process.pid}`);
  try {
    writeFileSync(probe, new Uint8Array(NEEDED_BYTES));
  } finally {
    rmSync(probe, { force: true });
  }
}

/**
 * From the first folder that is missing on down, each once. `recursive` would try for ever where a folder is there and
 * the system yet says ENOENT of anything to be made in it, as that of processes does.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Why a store cannot be made, in words where the system has a code only. */
export function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  // Its folders are made: one that is missing cannot be.
  if (code === 'ENOENT') return 'no folder can be made there';
  return writeReason(code) ?? error.message;
}
