/**
 * Files with data about rows. Each file contains the data about the rows of some consecutive units, and only one file
 * is in memory at a time.
 */
import type { OctetReader } from './octets.ts';
import { partitionPath, readPartition } from './partitions.ts';

export const MOST_BLOCKS = 256;

/** The index of the file that contains a unit. */
export function blockOf(unit: number, units: number): number {
  return Math.floor((unit * Math.min(units, MOST_BLOCKS)) / units);
}

export interface BlockEntry<Value> {
  readonly unit: number;
  readonly row: number;
  readonly value: Value;
}

/** Looks up the data about a row, and loads the file that contains it. */
export class Blocks<Value> {
  readonly #folder: string;
  readonly #units: number;
  readonly #readEntry: (octets: OctetReader) => BlockEntry<Value>;
  #block = -1;
  #found = new Map<string, Value>();

  constructor(folder: string, units: number, readEntry: (octets: OctetReader) => BlockEntry<Value>) {
    this.#folder = folder;
    this.#units = units;
    this.#readEntry = readEntry;
  }

  /** The data of a row; undefined if nothing is known about the row. */
  get(unit: number, row: number): Value | undefined {
    const block = blockOf(unit, this.#units);
    if (block !== this.#block) this.#load(block);
    return this.#found.get(`${unit} ${row}`);
  }

  #load(block: number): void {
    this.#block = block;
    this.#found = new Map();
    const octets = readPartition(partitionPath(this.#folder, block));
    while (!octets.isAtEnd) {
      const { unit, row, value } = this.#readEntry(octets);
      this.#found.set(`${unit} ${row}`, value);
    }
  }
}
