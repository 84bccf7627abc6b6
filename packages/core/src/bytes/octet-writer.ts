import { grown } from './grown.ts';

export class OctetWriter {
  length = 0;
  #octets: Uint8Array<ArrayBuffer> = new Uint8Array(256);

  octet(value: number): void {
    if (this.length === this.#octets.length) this.#octets = grown(this.#octets, this.length + 1);
    this.#octets[this.length++] = value;
  }

  /** Writes a varint: seven bits per octet, low bits first; values up to 2^35 − 1. */
  varint(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.octet((rest % 128) | 128);
    this.octet(rest);
  }

  octets(from: Uint8Array, start: number, end: number): void {
    if (this.length + end - start > this.#octets.length)
      this.#octets = grown(this.#octets, this.length + end - start);
    this.#octets.set(from.subarray(start, end), this.length);
    this.length += end - start;
  }

  /** Reserves `count` zero octets to fill in later, and returns their offset. */
  reserve(count: number): number {
    if (this.length + count > this.#octets.length) this.#octets = grown(this.#octets, this.length + count);
    this.length += count;
    return this.length - count;
  }

  /** Writes `value` in `width` octets at `at`, low octet first. */
  patch(at: number, value: number, width: number): void {
    for (let index = 0; index < width; index++) this.#octets[at + index] = value >>> (8 * index);
  }

  setBit(at: number, bit: number): void {
    this.#octets[at + (bit >> 3)] = (this.#octets[at + (bit >> 3)] as number) | (1 << (bit & 7));
  }

  /** A view of the octets written so far. */
  written(): Uint8Array {
    return this.#octets.subarray(0, this.length);
  }

  /** A copy of the octets written, with exactly their length. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#octets.slice(0, this.length);
  }
}
