/**
 * The line table: four 32-bit integers for each line that is not blank. With the octets it is the whole
 * document; records, groups and diagnostics are views of it.
 */
import type { LineKind } from './record-kind.ts';
import { LineScanner } from './scan.ts';

/** Integers of one row: line number and kind, start, start of the value, end of the value. */
export const ROW = 4;

const KIND_BITS = 5;

/** Collects rows of a line table. */
export class LineTableWriter {
  #table = new Int32Array(ROW * 64);
  #end = 0;

  add(line: number, kind: LineKind, start: number, valueStart: number, valueEnd: number): void {
    if (this.#end === this.#table.length) this.#table = grown(this.#table);
    this.#table[this.#end] = (line << KIND_BITS) | kind;
    this.#table[this.#end + 1] = start;
    this.#table[this.#end + 2] = valueStart;
    this.#table[this.#end + 3] = valueEnd;
    this.#end += ROW;
  }

  table(): Int32Array {
    return this.#table.slice(0, this.#end);
  }
}

/** The table of all lines of `octets`. At most 8 octets of table for each octet of input (`a\n` a line). */
export function scanLines(octets: Uint8Array): Int32Array {
  const scanner = new LineScanner(octets);
  let table = new Int32Array(ROW * 64);
  let end = 0;
  while (scanner.next()) {
    if (end === table.length) table = grown(table);
    table[end] = (scanner.line << KIND_BITS) | scanner.kind;
    table[end + 1] = scanner.start;
    table[end + 2] = scanner.valueStart;
    table[end + 3] = scanner.valueEnd;
    end += ROW;
  }
  return table.slice(0, end);
}

export function kindAt(table: Int32Array, row: number): LineKind {
  return ((table[row] as number) & ((1 << KIND_BITS) - 1)) as LineKind;
}

/** The line number of a row, counted from 1. */
export function lineAt(table: Int32Array, row: number): number {
  return (table[row] as number) >>> KIND_BITS;
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

function grown(table: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(table.length * 2);
  larger.set(table);
  return larger;
}
