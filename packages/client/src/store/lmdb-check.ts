/**
 * Checks an LMDB file before it is opened. LMDB maps the file into memory and trusts it, so a truncated or overwritten
 * file ends the process with a signal that JavaScript cannot catch. This check does not detect deeper damage, which
 * causes an error or wrong octets. The digest in each record reveals wrong octets.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseBytes, findMissingPage, rootOf } from './lmdb-tree.ts';

/**
 * A meta page, with the settings and the extent of the file. An LMDB file has two meta pages, and the later one counts.
 */
interface MetaPage {
  /**
   * Whether the format is known here. Other formats are not checked, because LMDB itself rejects formats that it does
   * not know.
   */
  isKnown: boolean;
  pageBytes: number;
  lastPage: bigint;
  transaction: bigint;
  /** The root pages of the tree of free pages and the tree of databases. */
  roots: bigint[];
}

/** Offsets, in octets, of the checked fields in a meta page of 64-bit LMDB, data format 2. */
const at = {
  magic: 24,
  format: 28,
  pageBytes: 48,
  databases: [48, 48 + databaseBytes],
  lastPage: 144,
  transaction: 152,
  end: 160,
} as const;
const magic = 0xbeefc0de;
const dataFormat = 2;

/** The maximum number of checks while another process may be writing the file. */
const maxLooks = 5;

/**
 * Finds damage that would end the process if the LMDB environment were opened. The path is that of the environment's
 * folder or file.
 *
 * @returns A description of the damage; undefined if there is none, or if the file does not exist yet.
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

/**
 * Describes the damage to a file. An inconsistency that disappears when another process finishes a write is not damage.
 */
async function damageOf(file: FileHandle): Promise<string | undefined> {
  let last: bigint | undefined;
  for (let looks = 0; looks < maxLooks; looks += 1) {
    const { damage, transaction } = await lookAt(file);
    if (damage === undefined || transaction === last) return damage;
    last = transaction;
  }
  return undefined;
}

interface Look {
  damage?: string;
  transaction: bigint;
}

async function lookAt(file: FileHandle): Promise<Look> {
  const first = await readMeta(file, 0);
  const { size } = await file.stat();
  if (size === 0) return { transaction: 0n };
  if (first === undefined) return { damage: 'its first page is not an LMDB page', transaction: 0n };
  const second = await readMeta(file, first.pageBytes);
  if (second === undefined) return { damage: 'its second page is not an LMDB page', transaction: 0n };
  const meta = first.transaction > second.transaction ? first : second;
  const { transaction, pageBytes, lastPage, roots } = meta;
  const count = BigInt(Math.floor(size / pageBytes));
  // An intact file may be shorter than its stated extent, because pages that were allocated and freed are never
  // written.
  if (!meta.isKnown || lastPage < count) return { transaction };
  const missing = await findMissingPage({ file, pageBytes, count }, roots);
  return missing === undefined
    ? { transaction }
    : { damage: `it was cut short to ${size} octets: ${missing}`, transaction };
}

async function readMeta(file: FileHandle, position: number): Promise<MetaPage | undefined> {
  const page = Buffer.alloc(at.end);
  const { bytesRead } = await file.read(page, 0, at.end, position);
  if (bytesRead < at.end || page.readUInt32LE(at.magic) !== magic) return undefined;
  const isKnown = page.readUInt32LE(at.format) === dataFormat;
  const pageBytes = isKnown ? page.readUInt32LE(at.pageBytes) : 4096;
  if (pageBytes < 256 || pageBytes > 65_536) return undefined;
  return {
    isKnown,
    pageBytes,
    lastPage: page.readBigUInt64LE(at.lastPage),
    transaction: page.readBigUInt64LE(at.transaction),
    roots: at.databases.map((start) => rootOf(page.subarray(start))),
  };
}
