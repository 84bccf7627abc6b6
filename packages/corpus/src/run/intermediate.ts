/**
 * The intermediate data of units until the table is made: rows as NDJSON, their keys, and the rows of redirects'
 * targets.
 */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { RowKeyWriter } from '../join/row-keys.ts';
import type { Answer } from '../row/answer.ts';

/** Octets that wait for one write. */
const BUFFERED = 1024 * 1024;

/** Files of a unit. */
export function unitFiles(part: string): { rows: string; targets: string; keys: string } {
  return { rows: part, targets: `${part}.targets`, keys: `${part}.keys` };
}

/** Writes the files of a unit under temporary names until they are complete. */
export class IntermediateWriter {
  readonly #part: string;
  readonly #rows: LineFile;
  readonly #targets: LineFile;
  readonly #keys: RowKeyWriter;

  constructor(part: string) {
    const files = unitFiles(part);
    this.#part = part;
    this.#rows = new LineFile(own(files.rows));
    this.#targets = new LineFile(own(files.targets));
    this.#keys = new RowKeyWriter(own(files.keys));
  }

  /**
   * @param line Of the answer's row.
   * @param isTarget Not a `/robots.txt`: only used for redirects.
   */
  add(line: string, answer: Answer, isTarget: boolean): void {
    const length = (isTarget ? this.#targets : this.#rows).add(line);
    this.#keys.add(answer, isTarget, length);
  }

  end(): void {
    this.#rows.end();
    this.#targets.end();
    this.#keys.end();
    for (const path of Object.values(unitFiles(this.#part))) renameSync(own(path), path);
  }
}

/** A worker of a dead run may still be writing, so incomplete files have the id of its process in their name. */
export function own(path: string): string {
  return `${path}.${process.pid}`;
}

/** Whether a name is one of {@link own}. */
export function isOwn(name: string): boolean {
  return /\.\d+$/.test(name);
}

/** Lines, written in batches. */
export class LineFile {
  readonly #file: number;
  #octets: Buffer[] = [];
  #length = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  /** @returns Octets of the line. */
  add(line: string | Buffer): number {
    const octets = typeof line === 'string' ? Buffer.from(line) : line;
    this.#octets.push(octets);
    this.#length += octets.length;
    if (this.#length >= BUFFERED) this.#write();
    return octets.length;
  }

  end(): void {
    this.#write();
    fsyncSync(this.#file);
    closeSync(this.#file);
  }

  #write(): void {
    const all = Buffer.concat(this.#octets, this.#length);
    for (let at = 0; at < all.length; ) at += writeSync(this.#file, all, at);
    this.#octets = [];
    this.#length = 0;
  }
}
