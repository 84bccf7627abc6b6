/**
 * Walks the B-trees of an LMDB file by reading it. LMDB would map the file, and accessing a page beyond the end of a
 * mapped file ends the process. The layout is that of 64-bit LMDB, data format 2, with transaction numbers in the page
 * header.
 */
import type { FileHandle } from 'node:fs/promises';

/** The pages of a file. */
export interface Pages {
  file: FileHandle;
  pageBytes: number;
  /** The number of complete pages in the file. */
  count: bigint;
}

/** Offsets in octets within a page, within a node, and within the description of a database. */
const page = { flags: 18, lower: 20, pointers: 24 } as const;
const node = { flags: 4, keyBytes: 6, key: 8 } as const;
export const databaseBytes = 48;
const rootAt = 40;
const overflowBytes = 24;

const branchPage = 0x01;
const leafPage = 0x02;
/** The flag of a leaf page that contains only keys. */
const keysPage = 0x20;
const bigNode = 0x01;
const databaseNode = 0x02;

/** The root page number of a tree without entries. */
const noPage = 0xffff_ffff_ffff_ffffn;

/** The root page of a database, from its description. */
export function rootOf(description: Buffer): bigint {
  return description.readBigUInt64LE(rootAt);
}

/**
 * Searches for a page that the trees at `roots` need but that the file does not contain.
 *
 * @returns A description of the fault; undefined if every page exists.
 */
export async function findMissingPage(pages: Pages, roots: readonly bigint[]): Promise<string | undefined> {
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
