/** The folder that a watch keeps versions in: `robots audit --versions` reads it. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import nodePath, { join, type PlatformPath } from 'node:path';
import { unwatched, type WatchState } from '@robots-exclusion/audit';
import { CommandError } from '../command-error.ts';
import type { WatchEvent } from './watch-event.ts';

/** What a site's folder holds besides the versions. */
export interface Kept {
  state: WatchState;
  /** The last outcome was a failure, and was reported. */
  isUnreachable: boolean;
  /** Events that the webhook has not taken yet, the oldest first. */
  pending: readonly WatchEvent[];
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
export function digestOf(octets: Uint8Array): string {
  return createHash('sha256').update(octets).digest('hex');
}

/** What was kept of a site; nothing before the first look. @throws {CommandError} If it cannot be read. */
export async function readKept(folder: string): Promise<Kept> {
  const file = join(folder, STATE_FILE);
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { state: unwatched, isUnreachable: false, pending: [] };
    throw new CommandError(`Cannot read ${JSON.stringify(file)}: ${(error as Error).message}`);
  }
}

/** Replaces what was kept, whole or not at all. */
export async function writeKept(folder: string, kept: Kept): Promise<void> {
  await writeWhole(join(folder, STATE_FILE), `${JSON.stringify(kept)}\n`);
}

/** Name of a version, by the instant from which it counts. */
export function versionName(since: number): string {
  return new Date(since)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}

/** The octets of a version, under the name that `robots audit` reads. */
export async function writeVersion(
  folder: string,
  name: string,
  octets: Uint8Array,
  event: WatchEvent,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, `${name}.txt`), octets);
  await writeWhole(join(folder, `${name}.json`), `${JSON.stringify(event, undefined, 2)}\n`);
}

/** The octets of a version. */
export function readVersion(folder: string, name: string): Promise<Uint8Array> {
  return readFile(join(folder, `${name}.txt`));
}

async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`;
  await writeFile(beside, content);
  await rename(beside, file);
}
