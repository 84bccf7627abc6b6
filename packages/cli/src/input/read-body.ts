/** Reads a robots.txt from a file or standard input. */
import {
  accessSync,
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { CommandError } from '../command-error.ts';

const READ_BYTES = 256 * 1024;

/** The name that means standard input instead of a file. */
export const stdinName = '-';

/** Streams the octets of a file or standard input. Nothing is opened before the first read. */
export async function* readChunks(name: string): AsyncGenerator<Uint8Array> {
  if (name === stdinName && isStdinClosed())
    throw new CommandError('Cannot read standard input: it is closed or the null device');
  try {
    const stream = name === stdinName ? process.stdin : createReadStream(name, { highWaterMark: 256 * 1024 });
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    throw unreadable(name, error as NodeJS.ErrnoException);
  }
}

/**
 * Whether the command was started with standard input closed. Node then puts `/dev/null` in its place, open in both
 * directions, as no shell opens it for reading; Python's `subprocess.DEVNULL` is opened so, too. Only Linux shows the
 * direction; elsewhere the result is false.
 */
function isStdinClosed(): boolean {
  try {
    if (process.stdin.fd !== 0 || fstatSync(0).rdev !== statSync('/dev/null').rdev) return false;
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync('/proc/self/fdinfo/0', 'latin1'))?.[1] ?? '';
    return (Number.parseInt(flags, 8) & constants.O_RDWR) !== 0;
  } catch {
    return false;
  }
}

/**
 * Reads at most `maxBytes` + 1 octets. The extra octet shows the parser that the file continues.
 *
 * @throws {CommandError} If the file cannot be read.
 */
export async function readBody(name: string, maxBytes: number): Promise<Uint8Array> {
  if (name !== stdinName && isRegular(name)) return readAtOnce(name, maxBytes + 1);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readChunks(name)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes + 1);
}

/** Whether the name is a regular file. False for anything whose reading may block, such as a named pipe. */
function isRegular(name: string): boolean {
  return statOrNone(name)?.isFile() === true;
}

/** What is known of a file; undefined if that cannot be found out. Reading it then says why. */
export function statOrNone(name: string): Stats | undefined {
  try {
    return statSync(name);
  } catch {
    return undefined;
  }
}

/** Reads synchronously, because starting a stream takes longer than reading a robots.txt. */
function readAtOnce(name: string, maxBytes: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let file: number | undefined;
  try {
    file = openSync(name, 'r');
    for (let left = maxBytes; left > 0; ) {
      const chunk = Buffer.allocUnsafe(Math.min(left, READ_BYTES));
      const length = readSync(file, chunk);
      if (length === 0) break;
      chunks.push(chunk.subarray(0, length));
      left -= length;
    }
    return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
  } catch (error) {
    throw unreadable(name, error as NodeJS.ErrnoException);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The default size limit for inputs that are read in full. No robots.txt in use is larger. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;

/**
 * All octets of a file.
 *
 * @throws {CommandError} If the file cannot be read, or exceeds `maxBytes`.
 */
export async function readWhole(name: string, maxBytes: number = MAX_WHOLE_BYTES): Promise<Uint8Array> {
  const body = await readBody(name, maxBytes);
  if (body.length <= maxBytes) return body;
  const what = name === stdinName ? 'standard input' : JSON.stringify(name);
  throw new CommandError(`Cannot read ${what}: it has more than ${maxBytes.toLocaleString('en')} octets`);
}

/** The limit on a settings file, so that an endless file cannot hang the command. */
const MAX_SETTINGS_BYTES = 1024 * 1024;

/**
 * The text of a settings file that somebody named. It may be a pipe, as shells make one for `<(…)`.
 *
 * @throws {CommandError} If the file cannot be read, or is too long.
 */
export async function readSettingsText(name: string): Promise<string> {
  return new TextDecoder().decode(await readWhole(name, MAX_SETTINGS_BYTES));
}

/**
 * The text of a settings file that nobody named, but that may lie in a folder; undefined if there is none. Only a
 * regular file is opened: reading a pipe in its place would never end.
 *
 * @throws {CommandError} If it is not a regular file, cannot be read, or is too long.
 */
export async function readFoundSettings(name: string): Promise<string | undefined> {
  try {
    if (statSync(name, { throwIfNoEntry: false }) === undefined) return undefined;
  } catch (error) {
    throw unreadable(name, error as NodeJS.ErrnoException);
  }
  requireFile(name);
  return readSettingsText(name);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

/** @throws {CommandError} If it is not a regular file, or cannot be opened for reading. */
export function requireFile(name: string): void {
  requireReadable(name);
  const found = statSync(name);
  if (found.isFile()) return;
  throw new CommandError(`Cannot read ${JSON.stringify(name)}: it is ${kindOf(found)}, expected a file`);
}

/** @throws {CommandError} If the file or folder cannot be opened for reading. */
export function requireReadable(name: string): void {
  try {
    accessSync(name, constants.R_OK);
  } catch (error) {
    throw unreadable(name, error as NodeJS.ErrnoException);
  }
}

const reasons: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'it is a directory, expected a file'],
  ['EACCES', 'permission is denied'],
  ['ENOTDIR', 'a part of its path is not a directory'],
  ['ELOOP', 'its symbolic links form a loop'],
  ['ENAMETOOLONG', 'its name is too long'],
]);

export function unreadable(name: string, error: NodeJS.ErrnoException): Error {
  if (error.code === undefined) return error;
  const what = name === stdinName ? 'standard input' : JSON.stringify(name);
  return new CommandError(`Cannot read ${what}: ${reasons.get(error.code) ?? error.message}`);
}
