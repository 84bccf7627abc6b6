import { closeSync, openSync, readSync } from 'node:fs';

const AT_ONCE = 1024 * 1024;

/** Yields the octets of a file from `start` in chunks; each chunk is valid until the next is read. */
export function appendFile(path: string, start: number, write: (octets: Buffer) => void): void {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(AT_ONCE);
    for (let at = start; ; ) {
      const length = readSync(file, buffer, 0, buffer.length, at);
      if (length === 0) return;
      write(buffer.subarray(0, length));
      at += length;
    }
  } finally {
    closeSync(file);
  }
}
