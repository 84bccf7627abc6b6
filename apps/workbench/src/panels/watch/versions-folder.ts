/**
 * The folder written by `robots watch --versions`: HOST/INSTANT.txt contains the version that was served from INSTANT.
 */
import { textOfBody } from '../../engine/body-text.ts';
import type { Version } from '../../state/session.ts';

const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_VERSIONS = 200;

/** Matches the names that the command gives to versions, such as `2026-11-05T10-00-00Z.txt`. */
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.txt$/;

export interface FolderRead {
  /** Versions, newest first. */
  readonly versions: readonly Version[];
  /** A sentence about skipped files; empty if there are none. */
  readonly report: string;
}

/** The members of `File` that are used here. */
export type VersionFile = Pick<File, 'name' | 'size' | 'arrayBuffer'> & {
  readonly webkitRelativePath?: string;
};

/**
 * Reads the versions. Skips files whose names are not instants. Such files are unrelated, or belong to the command
 * itself.
 */
export async function readVersionsFolder(files: readonly VersionFile[]): Promise<FolderRead> {
  const named = files
    .flatMap((file) => {
      const at = instantOf(file.name);
      return at === undefined ? [] : [{ file, at }];
    })
    .sort((a, b) => b.at - a.at);
  const tooLarge = named.filter(({ file }) => file.size > MAX_FILE_BYTES);
  const wanted = named.filter(({ file }) => file.size <= MAX_FILE_BYTES).slice(0, MAX_VERSIONS);
  const versions = await Promise.all(wanted.map(({ file, at }) => versionOf(file, at)));
  return { versions, report: reportOf(named.length, tooLarge.length) };
}

/** The instant in a version's name, in epoch milliseconds; undefined for any other name. */
export function instantOf(name: string): number | undefined {
  const found = NAME.exec(name);
  if (!found) return undefined;
  const [, date, hours, minutes, seconds] = found;
  const at = Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at) ? undefined : at;
}

async function versionOf(file: VersionFile, at: number): Promise<Version> {
  const { text } = textOfBody(new Uint8Array(await file.arrayBuffer()));
  return { kind: 'watched', title: `Watched: ${hostOf(file)}`, text, at };
}

/**
 * The name of the folder that contains the version, which is its host. A placeholder for a file that was picked without
 * its folder.
 */
function hostOf({ webkitRelativePath = '' }: VersionFile): string {
  return webkitRelativePath.split('/').at(-2) ?? 'a site';
}

function reportOf(found: number, tooLarge: number): string {
  if (found === 0)
    return 'No versions were found. Choose the folder that “robots watch --versions” writes, or its files such as 2026-11-05T10-00-00Z.txt.';
  const parts: string[] = [];
  if (tooLarge > 0) parts.push(`${tooLarge} larger than 4 MiB`);
  if (found - tooLarge > MAX_VERSIONS) parts.push(`${found - tooLarge - MAX_VERSIONS} older ones`);
  return parts.length === 0 ? '' : `Omitted: ${parts.join(', ')}.`;
}
