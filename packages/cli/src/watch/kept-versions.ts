/**
 * The folder in which a watch stores versions. `robots audit --versions` reads it.
 *
 * Renaming one file, the state file, commits the result of a check. The state contains the new version until the
 * version's files are written, and events until the webhook has accepted them. After a crash, the next process
 * continues from the state.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import nodePath, { join, type PlatformPath } from 'node:path';
import { unwatched, type WatchState } from '@robots-exclusion/audit';
import { CommandError } from '../command-error.ts';
import type { WatchEvent, WatchTrouble } from './watch-event.ts';

/** The state in a site's folder, besides the versions. */
export interface Kept {
  state: WatchState;
  /** The trouble that was reported, if the last check found no robots.txt. */
  trouble?: WatchTrouble;
  /** Events that the webhook has not accepted yet, oldest first. */
  pending: readonly WatchEvent[];
  /** The current version, stored here until its files are written. */
  unwritten?: UnwrittenVersion;
}

/** A committed version whose files are not written yet. */
interface UnwrittenVersion {
  name: string;
  /** The contents of the file in base64. */
  octets: string;
  event: WatchEvent;
}

const STATE_FILE = '.watch.json';

/**
 * The folder of an origin, named by its host and, unless it is the scheme's default, its port. On Windows, which does
 * not allow colons in names, the colon becomes `%3A`. `readVersions` reads both forms.
 */
export function folderOf(folder: string, origin: string, path: PlatformPath = nodePath): string {
  const host = new URL(origin).host.toLowerCase();
  return path.join(folder, path.sep === '\\' ? host.replaceAll(':', '%3A') : host);
}

/** SHA-256 in hexadecimal. */
export function digestOf(octets: Uint8Array | string): string {
  return createHash('sha256').update(octets).digest('hex');
}

/**
 * Reads a site's state, and writes the files of the current version that are missing. The state is empty before the
 * first check.
 *
 * @throws {CommandError} If the state cannot be read.
 */
export async function readKept(folder: string): Promise<Kept> {
  const file = join(folder, STATE_FILE);
  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as Kept;
    return await withFiles(folder, kept);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: unwatched, pending: [] };
    throw new CommandError(`Cannot read ${JSON.stringify(file)}: ${(error as Error).message}`);
  }
}

/** Replaces the state atomically, and writes the files of a new version. */
export async function writeKept(folder: string, kept: Kept): Promise<Kept> {
  await mkdir(folder, { recursive: true });
  await writeWhole(folder, STATE_FILE, `${JSON.stringify(kept)}\n`);
  return withFiles(folder, kept);
}

/** Writes the files of the version. Repeating this after a crash gives the same files. */
async function withFiles(folder: string, kept: Kept): Promise<Kept> {
  const { unwritten, ...rest } = kept;
  if (!unwritten) return kept;
  const { name, octets, event } = unwritten;
  await writeWhole(folder, `${name}.json`, `${JSON.stringify(event, undefined, 2)}\n`);
  await writeWhole(folder, `${name}.txt`, Buffer.from(octets, 'base64'));
  await writeWhole(folder, STATE_FILE, `${JSON.stringify(rest)}\n`);
  return rest;
}

/** The name of a version: the time from which it applies. */
export function versionName(since: number): string {
  return new Date(since)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}

export function readVersion(folder: string, name: string): Promise<Uint8Array> {
  return readFile(join(folder, `${name}.txt`));
}

/** Writes a file atomically. The temporary name begins with a dot, so no reader mistakes it for a version. */
async function writeWhole(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  const beside = join(folder, `.${name.replace(/^\./, '')}.tmp`);
  await writeFile(beside, content, { flush: true });
  await rename(beside, join(folder, name));
}
