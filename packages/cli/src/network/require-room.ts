/**
 * LMDB maps its lock file into memory: where the disk has no room for it, the process is ended by a signal that no
 * JavaScript can catch. So room is asked for before.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Both of LMDB's files begin with less. */
const NEEDED_BYTES = 64 * 1024;

/**
 * Makes the folder of a store that is not there yet.
 *
 * @throws What the system says when nothing can be written there.
 */
export function requireRoom(path: string): void {
  if (existsSync(path) && (existsSync(join(path, 'lock.mdb')) || existsSync(`${path}-lock`))) return;
  makeFolder(path);
  const probe = join(path, `.room-${process.pid}`);
  try {
    writeFileSync(probe, new Uint8Array(NEEDED_BYTES));
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Recursively only where that is needed: of a read-only disk it says that there is no such folder. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') mkdirSync(path, { recursive: true });
    else if (code !== 'EEXIST') throw error;
  }
}
