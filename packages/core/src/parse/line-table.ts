/**
 * The line table: four 32-bit integers for each line that is not blank. The table and the octets together are the whole
 * document; records, groups and diagnostics are views of them.
 */
import { grown } from '../bytes/grown.ts';
import * as LineKind from './line-kind.ts';

/** The number of integers per row: line number and kind, start, start of the value, end of the value. */
export const ROW = 4;

/**
 * The buffer in which the next table is built before it is copied to its final size: at most 4 MiB, or 262,144 lines.
 */
let spare: Int32Array | undefined;
const MOST_SPARE = 1_048_576;

/**
 * The tables of short files are stored one after the other in a shared array. For a short file, creating and collecting
 * a separate array would take as long as reading the file. A table that needs more than an eighth of the array gets a
 * separate one. A document that outlives its neighbors keeps the 16 KiB
 * array alive.
 */
const SHARED = 4_096;
const MOST_IN_SHARED = SHARED / 8;
let shared = new Int32Array(0);
let sharedEnd = 0;

function inShared(rows: Int32Array, end: number): Int32Array {
  if (sharedEnd + end > shared.length) {
    shared = new Int32Array(SHARED);
    sharedEnd = 0;
  }
  const start = sharedEnd;
  for (let at = 0; at < end; at++) shared[sharedEnd++] = rows[at] as number;
  return shared.subarray(start, sharedEnd);
}

export class LineTableWriter {
  #table: Int32Array = spare ?? new Int32Array(ROW * 256);
  #end = 0;

  constructor() {
    spare = undefined;
  }

  add(line: number, kind: LineKind.Any, start: number, valueStart: number, valueEnd: number): void {
    if (this.#end === this.#table.length) this.#table = grown(this.#table);
    this.#table[this.#end] = (line << LineKind.BITS) | kind;
    this.#table[this.#end + 1] = start;
    this.#table[this.#end + 2] = valueStart;
    this.#table[this.#end + 3] = valueEnd;
    this.#end += ROW;
  }

  /** Returns the rows in an array of their exact length. Do not add rows afterwards. */
  table(): Int32Array {
    if (this.#table.length <= MOST_SPARE) spare = this.#table;
    return this.#end > MOST_IN_SHARED ? this.#table.slice(0, this.#end) : inShared(this.#table, this.#end);
  }
}

export function kindAt(table: Int32Array, row: number): LineKind.Any {
  return (table[row] as number) & LineKind.MASK;
}

/** The line number of a row, counted from 1. */
export function lineAt(table: Int32Array, row: number): number {
  return (table[row] as number) >>> LineKind.BITS;
}

export function startAt(table: Int32Array, row: number): number {
  return table[row + 1] as number;
}

export function valueStartAt(table: Int32Array, row: number): number {
  return table[row + 2] as number;
}

export function valueEndAt(table: Int32Array, row: number): number {
  return table[row + 3] as number;
}
