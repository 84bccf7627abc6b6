/** Reads the versions of a robots.txt from a folder of files named after times, from git, or from one file. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { instantIn } from '../timeline/instant-in.ts';
import type { VersionSource } from '../timeline/version.ts';
import { readGitVersions, VersionsError } from './git-versions.ts';

export { VersionsError } from './git-versions.ts';

const GIT = 'git:';

/**
 * Reads the versions at `source`, which is one of these:
 *
 * - a folder: one file per version, named after the time from which it was served (`2026-11-01T00-00-00Z.txt`). A
 *   subfolder named after a host contains the versions of that host;
 * - `git:PATH`: the commits that changed this file, in the order of the current branch, each valid from its commit
 *   time;
 * - a file: one version that was always served.
 *
 * @throws {VersionsError} If the source cannot be read, or a file name is not a time.
 * @example
 * ```ts
 * const history = timeline(await readVersions('git:public/robots.txt'));
 * ```
 */
export async function readVersions(source: string): Promise<VersionSource[]> {
  if (source.startsWith(GIT)) return readGitVersions(source.slice(GIT.length));
  const found = await stat(source).catch((error: Error) => {
    throw new VersionsError(`Cannot read versions from ${JSON.stringify(source)}: ${error.message}`);
  });
  if (!found.isDirectory()) {
    return [{ body: await readFile(source), from: Number.NEGATIVE_INFINITY, name: basename(source) }];
  }
  const versions = await versionsIn(source, undefined);
  if (versions.length > 0) return versions;
  throw new VersionsError(
    `Cannot read versions from ${JSON.stringify(source)}: expected files such as "2026-11-01T00-00-00Z.txt"`,
  );
}

async function versionsIn(folder: string, host: string | undefined): Promise<VersionSource[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const visible = entries
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const versions: VersionSource[] = [];
  for (const entry of visible) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (host === undefined) versions.push(...(await versionsIn(path, hostOf(entry.name))));
    } else if (entry.name.endsWith('.txt')) versions.push(await versionOf(path, entry.name, host));
  }
  return versions;
}

/**
 * The host that a folder's name contains. Windows allows no colon in file names, so `robots watch` writes `%3A` before
 * a port.
 */
function hostOf(folderName: string): string {
  return folderName.replaceAll('%3A', ':');
}

async function versionOf(path: string, fileName: string, host: string | undefined): Promise<VersionSource> {
  const stem = fileName.slice(0, -'.txt'.length);
  const from = instantIn(stem);
  if (from === undefined) {
    throw new VersionsError(
      `Cannot tell when ${JSON.stringify(path)} was served: expected a name such as "2026-11-01T00-00-00Z.txt"`,
    );
  }
  return { body: await readFile(path), from, name: host === undefined ? stem : `${host}/${stem}`, host };
}
