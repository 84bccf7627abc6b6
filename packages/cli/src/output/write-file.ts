/** Replaces or creates a file atomically. */
import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { writeReason } from './write-reason.ts';

/**
 * Writes a temporary file beside the file and renames it, so that a reader sees either the old or the new octets,
 * even after a crash. Keeps symbolic links, and the mode and owner of the file. A file that does not exist is created.
 *
 * @throws {CommandError} If the file cannot be written; the file is then unchanged, and one that did not exist is not there.
 */
export async function replaceFile(name: string, octets: Uint8Array): Promise<void> {
  let beside: string | undefined;
  let isNew = false;
  const created = async (): Promise<string> => {
    await writeFile(name, '', { flag: 'wx' });
    isNew = true;
    return realpath(name);
  };
  try {
    const path = await realpath(name).catch(created);
    beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
    await writeLike(path, beside, octets);
    await rename(beside, path);
  } catch (error) {
    for (const left of [beside, isNew ? name : undefined])
      if (left !== undefined) await rm(left, { force: true });
    throw unwritable(name, error as NodeJS.ErrnoException);
  }
}

/** Writes a new file at `beside` with the mode and, if permitted, the owner of the file at `path`. */
async function writeLike(path: string, beside: string, octets: Uint8Array): Promise<void> {
  const { mode, uid, gid } = await stat(path);
  const file = await open(beside, 'wx', mode);
  try {
    // Only root can change a file's owner; doing so clears some mode bits.
    await file.chown(uid, gid).catch(() => {});
    await file.chmod(mode);
    await file.writeFile(octets);
    await file.sync();
  } finally {
    await file.close();
  }
}

function unwritable(name: string, error: NodeJS.ErrnoException): Error {
  if (error.code === undefined) return error;
  const reason = writeReason(error.code) ?? error.message;
  return new CommandError(`Cannot write ${JSON.stringify(name)}: ${reason}; the file is unchanged`);
}
