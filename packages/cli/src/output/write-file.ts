/** Replaces a file whole or not at all. */
import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes beside the file and renames over it, so that a reader sees the old octets or the new ones, whatever happens
 * in between. A symbolic link stays one; the mode of the file is kept.
 */
export async function replaceFile(name: string, octets: Uint8Array): Promise<void> {
  const path = await realpath(name);
  const { mode } = await stat(path);
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(beside, 'wx', mode);
    try {
      await file.chmod(mode);
      await file.writeFile(octets);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
