/** Reads rows at given locations in files. */
import { closeSync, openSync, readSync } from 'node:fs';

export interface FilePlace {
  readonly offset: number;
  /** The length in octets. */
  readonly length: number;
}

const MOST_OPEN = 64;

/** Open files, and the octets read last. */
export class PlacedRows {
  readonly #window: number;
  readonly #files = new Map<string, number>();
  #read: { path: string; start: number; octets: Buffer } | undefined;

  /** @param window The least number of octets per read. A larger window helps if rows are read in order. */
  constructor(window: number) {
    this.#window = window;
  }

  /** The row's octets. The caller may keep them. */
  at(path: string, { offset, length }: FilePlace): Buffer {
    const read = this.#read;
    const start = offset - (read?.start ?? 0);
    if (read?.path === path && start >= 0 && start + length <= read.octets.length)
      return read.octets.subarray(start, start + length);
    const octets = this.#octetsOf(path, offset, Math.max(this.#window, length));
    this.#read = { path, start: offset, octets };
    return octets.subarray(0, length);
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file);
    this.#files.clear();
  }

  /** Returns fewer than `length` octets at the end of the file. */
  #octetsOf(path: string, offset: number, length: number): Buffer {
    const file = this.#open(path);
    const octets = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const more = readSync(file, octets, read, length - read, offset + read);
      if (more === 0) break;
      read += more;
    }
    return octets.subarray(0, read);
  }

  #open(path: string): number {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    if (this.#files.size >= MOST_OPEN) {
      const [oldest, file] = this.#files.entries().next().value as [string, number];
      closeSync(file);
      this.#files.delete(oldest);
    }
    const file = openSync(path, 'r');
    this.#files.set(path, file);
    return file;
  }
}
