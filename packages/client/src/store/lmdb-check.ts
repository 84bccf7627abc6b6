/**
 * Checks an LMDB file before it is opened. LMDB maps the file into memory and trusts it, so a truncated or overwritten
 * file ends the process with a signal that JavaScript cannot catch. This check does not detect deeper damage, which
 * causes an error or wrong octets. The digest in each record reveals wrong octets.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

// Walks the B-trees of an LMDB file by reading it. LMDB would map the file, and accessing a page beyond the end of a
// mapped file ends the process. The layout is that of 64-bit LMDB, data format 2, with transaction numbers in the page
// header.

interface Pages {
  file: FileHandle;
  pageBytes: number;
  /** The number of complete pages in the file. */
  count: bigint;
}

/** Offsets in octets within a page, within a node, and within the description of a database. */
const page = { flags: 18, lower: 20, pointers: 24 } as const;
const node = { flags: 4, keyBytes: 6, key: 8 } as const;
const databaseBytes = 48;
const rootAt = 40;
const overflowBytes = 24;

const branchPage = 0x01;
const leafPage = 0x02;
const keysPage = 0x20;
const bigNode = 0x01;
const databaseNode = 0x02;

/** The root page number of a tree without entries. */
const noPage = 0xffff_ffff_ffff_ffffn;

/** The root page of a database, from its description. */
function rootOf(description: Buffer): bigint {
  return description.readBigUInt64LE(rootAt);
}

/**
 * Searches for a page that the trees at `roots` need but that the file does not contain.
 *
 * @returns A description of the fault; undefined if every page exists.
 */
async function findMissingPage(pages: Pages, roots: readonly bigint[]): Promise<string | undefined> {
  const open = roots.filter((root) => root !== noPage);
  const octets = Buffer.alloc(pages.pageBytes);
  for (let seen = 0n; open.length > 0; seen += 1n) {
    const number = open.pop()!;
    if (number >= pages.count) return `page ${number} is missing`;
    if (seen > pages.count) return 'its pages form a cycle';
    await pages.file.read(octets, 0, pages.pageBytes, Number(number) * pages.pageBytes);
    const found = referencesOf(octets);
    if (found === undefined) return `page ${number} is not a tree page`;
    for (const { first, length } of found.values) {
      if (first + length > pages.count) return `page ${first + length - 1n} is missing`;
    }
    open.push(...found.trees.filter((root) => root !== noPage));
  }
  return undefined;
}

interface References {
  /** The pages at which a tree or a subtree begins. */
  trees: bigint[];
  /** Runs of pages that contain one value each. */
  values: { first: bigint; length: bigint }[];
}

/** The references in a page; undefined if it is not a page of a tree. */
function referencesOf(octets: Buffer): References | undefined {
  const flags = octets.readUInt16LE(page.flags);
  const found: References = { trees: [], values: [] };
  if ((flags & (branchPage | leafPage)) === 0) return undefined;
  if ((flags & keysPage) !== 0) return found;
  const nodes = octets.readUInt16LE(page.lower) >> 1;
  if (page.pointers + nodes * 2 > octets.length) return undefined;
  for (let index = 0; index < nodes; index += 1) {
    const at = octets.readUInt16LE(page.pointers + index * 2) + page.pointers;
    if (at + node.key > octets.length) return undefined;
    if ((flags & branchPage) !== 0) found.trees.push(childOf(octets, at));
    else if (!noteValue(octets, at, found)) return undefined;
  }
  return found;
}

/** The child of a branch node. Its page number is at the position where a leaf node has sizes and flags. */
function childOf(octets: Buffer, at: number): bigint {
  return BigInt(octets.readUInt32LE(at)) + (BigInt(octets.readUInt16LE(at + node.flags)) << 32n);
}

/** Records the value of a leaf node. Returns false if the value does not fit into its page. */
function noteValue(octets: Buffer, at: number, { trees, values }: References): boolean {
  const flags = octets.readUInt16LE(at + node.flags);
  const data = at + node.key + octets.readUInt16LE(at + node.keyBytes);
  if ((flags & bigNode) !== 0) {
    if (data + overflowBytes > octets.length) return false;
    values.push({ first: octets.readBigUInt64LE(data), length: octets.readBigUInt64LE(data + 16) });
  } else if ((flags & databaseNode) !== 0) {
    if (data + databaseBytes > octets.length) return false;
    trees.push(rootOf(octets.subarray(data)));
  }
  return true;
}

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
