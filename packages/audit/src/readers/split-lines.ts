/** Splits text into lines. It holds one chunk and one line in memory. */
import type { TakeLine } from './frames.ts';

/** Length of the longest line that is read, in octets. A longer line is not understood. */
export const MAX_LINE_BYTES: number = 1024 * 1024;

/** Splits chunks into lines at LF or CR LF. The last line needs no line end. */
export class LineSplitter {
  #carry = '';
  /** Number of characters in the unfinished line, including dropped ones. */
  #carried = 0;
  #number = 0;
  #offset = 0;

  /** Calls `take` for each line that this chunk completes. */
  push(chunk: string, take: TakeLine): void {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      const piece = chunk.slice(start, end);
      start = end + 1;
      if (this.#carried === 0) this.#give(piece, piece.length, take);
      else {
        const length = this.#carried + piece.length;
        this.#give(length > MAX_LINE_BYTES ? undefined : this.#carry + piece, length, take);
      }
    }
    if (start < chunk.length) this.#keep(start === 0 ? chunk : chunk.slice(start));
  }

  /** Completes the last line if it has no line end. */
  end(take: TakeLine): void {
    if (this.#carried > 0)
      this.#give(this.#carried > MAX_LINE_BYTES ? undefined : this.#carry, this.#carried, take);
  }

  #keep(piece: string): void {
    this.#carried += piece.length;
    this.#carry = this.#carried > MAX_LINE_BYTES ? '' : this.#carry + piece;
  }

  #give(text: string | undefined, length: number, take: TakeLine): void {
    const offset = this.#offset;
    this.#offset += length + 1;
    this.#number++;
    this.#carry = '';
    this.#carried = 0;
    let line = length > MAX_LINE_BYTES ? undefined : text;
    if (line === undefined) {
      take(undefined, this.#number, offset);
      return;
    }
    if (line.charCodeAt(line.length - 1) === 0x0d) line = line.slice(0, -1);
    if (this.#number === 1 && line.startsWith('\xef\xbb\xbf')) line = line.slice(3);
    take(line, this.#number, offset);
  }
}
