/**
 * Looks at an LMDB file before it is opened. LMDB maps its file into memory and trusts it: a file that was cut short or
 * overwritten ends the process with a signal that no JavaScript can catch. What is damaged deeper inside is not seen
 * here; it comes back as an error or as other octets, which the digest in each record tells apart.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/** LMDB's two meta pages say, each, what it was opened with and how far the file goes; the later one counts. */
interface MetaPage {
  pageBytes: number;
  lastPage: bigint;
  transaction: bigint;
}

/** Where a meta page of 64-bit LMDB, data format 2, holds what we look at. In octets from its beginning. */
const at = { magic: 24, format: 28, pageBytes: 48, lastPage: 144, transaction: 152, end: 160 } as const;
const magic = 0xbeefc0de;
const dataFormat = 2;

/** Pages at the end that were given out and taken back before they were written may be missing from a sound file. */
const missingPages = 64n;

/**
 * Whether the LMDB environment in this folder, or this file, can be opened without ending the process.
 *
 * @returns What is wrong with it, or undefined when nothing is, or nothing is there yet.
 * @example
 * const damage = await findLmdbDamage('./robots-cache');
 * if (damage !== undefined) await rename('./robots-cache', './robots-cache.damaged');
 */
export async function findLmdbDamage(path: string): Promise<string | undefined> {
  const file = (await openIfThere(join(path, 'data.mdb'))) ?? (await openIfThere(path));
  if (file === undefined) return undefined;
  try {
    return await damageOf(file);
  } finally {
    await file.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    const file = await open(path, 'r');
    if ((await file.stat()).isFile()) return file;
    await file.close();
    return undefined;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

async function damageOf(file: FileHandle): Promise<string | undefined> {
  const { size } = await file.stat();
  if (size === 0) return undefined;
  const first = await readMeta(file, 0);
  if (first === undefined) return 'its first page is not one of LMDB';
  const second = await readMeta(file, first.pageBytes);
  if (second === undefined) return 'its second page is not one of LMDB';
  const { lastPage, pageBytes } = first.transaction > second.transaction ? first : second;
  const neededBytes = (lastPage + 1n - missingPages) * BigInt(pageBytes);
  return BigInt(size) < neededBytes
    ? `it was cut short: ${size} of at least ${neededBytes} octets`
    : undefined;
}

async function readMeta(file: FileHandle, position: number): Promise<MetaPage | undefined> {
  const page = Buffer.alloc(at.end);
  const { bytesRead } = await file.read(page, 0, at.end, position);
  if (bytesRead < at.end || page.readUInt32LE(at.magic) !== magic) return undefined;
  // Of a format that is not known here nothing is said; LMDB itself refuses those it does not know.
  if (page.readUInt32LE(at.format) !== dataFormat) return { pageBytes: 4096, lastPage: 0n, transaction: 0n };
  const pageBytes = page.readUInt32LE(at.pageBytes);
  if (pageBytes < 256 || pageBytes > 65_536) return undefined;
  return {
    pageBytes,
    lastPage: page.readBigUInt64LE(at.lastPage),
    transaction: page.readBigUInt64LE(at.transaction),
  };
}
