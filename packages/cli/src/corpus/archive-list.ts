/** The archives of a run: files, folders, URLs, and lists of them. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  isAddress,
  isRobotsOrWebUrl,
  isRobotsTxtUrl,
  type ListedRecords,
  recordsOf,
} from '@robots-exclusion/corpus';
import { CommandError } from '../command-error.ts';
import { listedLines } from '../input/listed-lines.ts';
import { readWhole, stdinName, unreadable } from '../input/read-body.ts';
import { tell } from '../output/stdout.ts';

export interface ArchiveOptions {
  readonly filesFrom?: string;
  readonly index?: string;
  readonly prefix?: string;
  /**
   * Whether to follow redirects. If so, captures of other URLs in the index are read too, because redirects may lead to
   * them.
   */
  readonly follow?: boolean;
}

export interface Archives {
  readonly files: readonly string[];
  /** The records to read from each archive; undefined to read all. */
  readonly records?: ListedRecords;
}

/**
 * All archives, without duplicates; archives in a folder are in order of name.
 *
 * @throws {CommandError} If an archive is missing, or none is named.
 */
export async function archivesOf(named: readonly string[], options: ArchiveOptions): Promise<Archives> {
  const { filesFrom, index, prefix = '' } = options;
  if (options.prefix !== undefined && filesFrom === undefined && index === undefined) {
    throw new CommandError('Cannot use --prefix without --files-from or --index');
  }
  if (index !== undefined) {
    if (filesFrom === undefined && named.length === 0) return listedArchives(index, options);
    throw new CommandError('Cannot use --index with other archives: the index names the archives');
  }
  const listed = filesFrom === undefined ? [] : await listedIn(filesFrom);
  const all = [...named, ...listed.map((path) => `${prefix}${path}`)];
  if (all.length === 0) {
    throw new CommandError('Expected WARC files: name them as arguments, or use --files-from or --index');
  }
  return { files: eachOnce(all.flatMap((path) => (isElsewhere(path) ? [path] : filesOf(path)))) };
}

async function listedArchives(index: string, { prefix = '', follow }: ArchiveOptions): Promise<Archives> {
  const listed = await readIndex(index, follow ? isRobotsOrWebUrl : isRobotsTxtUrl);
  const records = new Map([...listed].map(([name, places]) => [`${prefix}${name}`, places]));
  const files = [...records.keys()];
  if (files.length === 0)
    throw new CommandError(`Cannot find a robots.txt in the index ${JSON.stringify(index)}`);
  files.forEach(requireFile);
  return { files, records };
}

async function readIndex(index: string, wants: (url: string) => boolean): Promise<ListedRecords> {
  try {
    return await recordsOf(index, wants);
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(error.message);
    throw unreadable(index, error as NodeJS.ErrnoException);
  }
}

/** @throws {CommandError} If an archive is missing, or is not a regular file and so cannot be read by offset. */
function requireFile(path: string): void {
  if (isAddress(path)) return;
  let isFile: boolean;
  try {
    isFile = statSync(path).isFile();
  } catch (error) {
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
  if (!isFile)
    throw new CommandError(`Cannot read ${JSON.stringify(path)}, which the index names: expected a file`);
}

/** The paths in a list with one path per line, such as Common Crawl's `*.paths.gz`. */
async function listedIn(list: string): Promise<readonly string[]> {
  const octets = await readWhole(list);
  const isGzip = octets[0] === 0x1f && octets[1] === 0x8b;
  try {
    return listedLines(new TextDecoder().decode(isGzip ? gunzipSync(octets) : octets));
  } catch (error) {
    throw new CommandError(`Cannot read the list ${JSON.stringify(list)}: ${(error as Error).message}`);
  }
}

function isElsewhere(path: string): boolean {
  return path === stdinName || isAddress(path);
}

const ARCHIVE = /\.(?:warc(?:\.gz|\.zst)?|wacz)$/i;

/** The file, or the archives in a folder and its subfolders. */
function filesOf(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const found = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && ARCHIVE.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    if (found.length > 0) return found;
  } catch (error) {
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
  throw new CommandError(
    `Cannot find archives in ${JSON.stringify(path)}: expected names that end with .warc, .warc.gz, .warc.zst or .wacz`,
  );
}

/** Removes archives that are named more than once, even by different paths. */
function eachOnce(named: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return named.filter((path) => {
    const identity = identityOf(path);
    if (!seen.has(identity)) return seen.add(identity);
    tell(`${path} is named more than once, but read only once`);
    return false;
  });
}

/** The identity of an archive: a normalized URL without a fragment, or the device and inode of a file. */
function identityOf(path: string): string {
  if (isAddress(path) && URL.canParse(path)) return new URL(path).href.replace(/#.*$/s, '');
  if (isElsewhere(path)) return path;
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}
