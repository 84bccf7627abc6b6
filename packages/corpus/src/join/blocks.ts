/** Files of what is known of rows: each holds that of some units that follow each other, and one is in memory at a time. */
import type { OctetReader } from './octets.ts';
import { partitionPath, readPartition } from './partitions.ts';

export const MOST_BLOCKS = 256;

/** Which file is about a unit. */
export function blockOf(unit: number, units: number): number {
  return Math.floor((unit * Math.min(units, MOST_BLOCKS)) / units);
}

/** What one row has in a file. */
export interface BlockEntry<Value> {
  readonly unit: number;
  readonly row: number;
  readonly value: Value;
}

/** What such files hold, by unit and row. */
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

  /** Undefined where nothing is known of the row. */
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
