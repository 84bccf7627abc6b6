/**
 * The folder that a watch keeps versions in: `robots audit --versions` reads it.
 *
 * What a look found is decided by one rename, that of the state: it holds the new version until its files are written, and
 * events until the webhook has taken them. Whoever finds the state of a process that was killed goes on from there.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import nodePath, { join, type PlatformPath } from 'node:path';
import { unwatched, type WatchState } from '@robots-exclusion/audit';
import { CommandError } from '../command-error.ts';
import type { WatchEvent, WatchTrouble } from './watch-event.ts';

/** What a site's folder holds besides the versions. */
export interface Kept {
  state: WatchState;
  /** The last look gave no robots.txt, and that was reported. */
  trouble?: WatchTrouble;
  /** Events that the webhook has not taken yet, the oldest first. */
  pending: readonly WatchEvent[];
  /** The version in force, until its files are written. */
  unwritten?: UnwrittenVersion;
}

/** A version that was decided on. */
interface UnwrittenVersion {
  name: string;
  /** In base64. */
  octets: string;
  event: WatchEvent;
}

const STATE_FILE = '.watch.json';

/**
 * The folder of an origin: its host, with a port where that is not the scheme's own. On Windows, which has no colon in
 * names, the colon is `%3A`; `readVersions` reads both.
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
 * What was kept of a site, with the files of its version in place; nothing before the first look.
 *
 * @throws {CommandError} If it cannot be read.
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

/** Replaces what was kept, whole or not at all, and writes the files of a version that it decides on. */
export async function writeKept(folder: string, kept: Kept): Promise<Kept> {
  await mkdir(folder, { recursive: true });
  await writeWhole(folder, STATE_FILE, `${JSON.stringify(kept)}\n`);
  return withFiles(folder, kept);
}

/** The same files again, if they were written before. */
async function withFiles(folder: string, kept: Kept): Promise<Kept> {
  const { unwritten, ...rest } = kept;
  if (!unwritten) return kept;
  const { name, octets, event } = unwritten;
  await writeWhole(folder, `${name}.json`, `${JSON.stringify(event, undefined, 2)}\n`);
  await writeWhole(folder, `${name}.txt`, Buffer.from(octets, 'base64'));
  await writeWhole(folder, STATE_FILE, `${JSON.stringify(rest)}\n`);
  return rest;
}

/** Name of a version, by the instant from which it counts. */
export function versionName(since: number): string {
  return new Date(since)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}

/** The octets of a version. */
export function readVersion(folder: string, name: string): Promise<Uint8Array> {
  return readFile(join(folder, `${name}.txt`));
}

/** A name that begins with a dot is not the name of a version. */
async function writeWhole(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  const beside = join(folder, `.${name.replace(/^\./, '')}.tmp`);
  await writeFile(beside, content, { flush: true });
  await rename(beside, join(folder, name));
}
