/**
 * Partitions values into files by the hash of a text. Values with equal texts are in the same file, and only one file
 * is in memory at a time.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OctetReader, OctetWriter } from './octets.ts';

/** The total number of octets, over all files, to buffer before an append. */
const BUFFERED = 16 * 1024 * 1024;

const MOST_PARTITIONS = 1024;

/** The octets of memory that each octet of a file takes when the file is read into maps. */
const GROWTH = 6;

/**
 * The number of files that keeps each file small enough to take at most a quarter of the memory when read into maps.
 */
export function partitionCount(octets: number, memory: number): number {
  return Math.min(MOST_PARTITIONS, Math.max(1, Math.ceil((octets * GROWTH * 4) / memory)));
}

/** A number below `count`, equal for equal texts. */
export function partitionOf(text: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The low bits of FNV-1a alone are poorly distributed.
  return ((hash ^ (hash >>> 15)) >>> 0) % count;
}

export class Partitions {
  readonly #folder: string;
  readonly #writers: (OctetWriter | undefined)[];
  readonly #step: number;

  constructor(folder: string, count: number) {
    this.#folder = folder;
    this.#writers = Array.from({ length: count });
    this.#step = Math.max(4096, Math.floor(BUFFERED / count));
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  get count(): number {
    return this.#writers.length;
  }

  /** Adds the value that `write` writes to this partition. */
  add(partition: number, write: (octets: OctetWriter) => void): void {
    const writer = this.#writers[partition] ?? new OctetWriter();
    this.#writers[partition] = writer;
    write(writer);
    if (writer.length >= this.#step) this.#append(partition, writer);
  }

  read(partition: number): OctetReader {
    const writer = this.#writers[partition];
    if (writer) this.#append(partition, writer);
    return readPartition(this.#path(partition));
  }

  /** Writes what is still buffered. */
  flush(): void {
    for (const [partition, writer] of this.#writers.entries()) if (writer) this.#append(partition, writer);
  }

  drop(partition: number): void {
    this.#writers[partition] = undefined;
    rmSync(this.#path(partition), { force: true });
  }

  #append(partition: number, writer: OctetWriter): void {
    if (writer.length > 0) appendFileSync(this.#path(partition), writer.taken());
  }

  #path(partition: number): string {
    return partitionPath(this.#folder, partition);
  }
}

export function partitionPath(folder: string, partition: number): string {
  return join(folder, String(partition).padStart(4, '0'));
}

/** The values in a file; empty if it does not exist. */
export function readPartition(path: string): OctetReader {
  return new OctetReader(existsSync(path) ? readFileSync(path) : Buffer.alloc(0));
}
