/**
 * Checks free disk space for LMDB, which maps its lock file into memory: if the disk is full, a signal that JavaScript
 * cannot catch ends the process.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeReason } from '../output/write-reason.ts';

/** An upper bound on the initial size of LMDB's two files. */
const NEEDED_BYTES = 64 * 1024;

/**
 * Creates the folder of a store if it does not exist.
 *
 * @throws The system's error if nothing can be written in the folder.
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
 * Creates missing folders from the top down, trying each once. The option `recursive` would loop forever on file
 * systems such as `/proc`, which report ENOENT although the parent exists.
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

/** Explains why a store cannot be created. Some system errors have only a code. */
export function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  // The parent folders exist, but nothing can be created in them.
  if (code === 'ENOENT') return 'no folder can be created there';
  return writeReason(code) ?? error.message;
}
