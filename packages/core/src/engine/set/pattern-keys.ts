/** Patterns as sequences of units. The sort order of these sequences is the order of the pattern set. */

import { grown } from '../../bytes/grown.ts';
import { STAR as STAR_OCTET } from '../../bytes/octet.ts';

/**
 * Units below {@link FIRST_OCTET} represent a star and the two possible ends of a key. An octet is stored as its value
 * + `FIRST_OCTET`.
 */
export const ACCEPT = 0;
export const END = 1;
export const STAR = 2;
export const FIRST_OCTET = 3;

/**
 * Keys of patterns in one growing pool. Every key ends with {@link ACCEPT} or {@link END}, so no key is a prefix of
 * another. While a set is built, the keys take at most four octets per octet of the patterns.
 */
export class PatternKeys {
  units: Uint16Array<ArrayBuffer> = new Uint16Array(256);
  starts: Int32Array<ArrayBuffer> = new Int32Array(16);
  ranks: Int32Array<ArrayBuffer> = new Int32Array(16);
  count = 0;
  #end = 0;

  /** Begins a key for a pattern of at most `octets` octets, including stars. */
  begin(octets: number, rank: number): void {
    this.#reserve(octets + 2);
    this.starts[this.count] = this.#end;
    this.ranks[this.count++] = rank;
  }

  /** Adds the octets of the pattern from `start` to `end`. A `*` among them is not a wildcard. */
  segment(octets: Uint8Array, start: number, end: number): void {
    const { units } = this;
    let to = this.#end;
    for (let at = start; at < end; at++) units[to++] = (octets[at] as number) + FIRST_OCTET;
    this.#end = to;
  }

  /** Adds a pattern from `start` to `end` that is already normalized, without its final `$`. */
  pattern(octets: Uint8Array, start: number, end: number): void {
    const { units } = this;
    let to = this.#end;
    for (let at = start; at < end; at++) {
      const octet = octets[at] as number;
      if (octet !== STAR_OCTET) units[to++] = octet + FIRST_OCTET;
      else if (at === start || octets[at - 1] !== STAR_OCTET) units[to++] = STAR;
    }
    this.#end = to;
  }

  /** Adds a star; two stars in a row count as one. */
  star(): void {
    if (!this.#endsWithStar()) this.units[this.#end++] = STAR;
  }

  /** Ends the key. A final star matches the rest of the target, with or without a `$` after it. */
  finish(isAnchored: boolean): void {
    const isOpen = this.#endsWithStar();
    if (isOpen) this.#end--;
    this.units[this.#end++] = isAnchored && !isOpen ? END : ACCEPT;
  }

  /** Adds a copy of a key from `other`. */
  copy(other: PatternKeys, key: number): void {
    const start = other.starts[key] as number;
    const length = other.lengthOf(key);
    this.begin(length, other.ranks[key] as number);
    this.units.set(other.units.subarray(start, start + length), this.#end);
    this.#end += length;
  }

  /** Releases the memory reserved for more keys. */
  trim(): void {
    this.units = this.units.slice(0, this.#end);
    this.starts = this.starts.slice(0, this.count);
    this.ranks = this.ranks.slice(0, this.count);
  }

  lengthOf(key: number): number {
    return (
      (key + 1 < this.count ? (this.starts[key + 1] as number) : this.#end) - (this.starts[key] as number)
    );
  }

  /** Whether the key equals the octets from `start` to `end`, which contain no star. */
  isText(key: number, octets: Uint8Array, start: number, end: number): boolean {
    if (this.lengthOf(key) !== end - start + 1) return false;
    let at = start;
    while (at < end && this.unit(key, at - start) === (octets[at] as number) + FIRST_OCTET) at++;
    return at === end;
  }

  unit(key: number, depth: number): number {
    return this.units[(this.starts[key] as number) + depth] as number;
  }

  get memory(): number {
    return this.units.byteLength + this.starts.byteLength + this.ranks.byteLength;
  }

  get length(): number {
    return this.#end;
  }

  #endsWithStar(): boolean {
    return this.#end > (this.starts[this.count - 1] as number) && this.units[this.#end - 1] === STAR;
  }

  #reserve(units: number): void {
    if (this.#end + units > this.units.length) {
      this.units = grown(this.units, this.#end + units);
    }
    if (this.count === this.starts.length) {
      this.starts = grown(this.starts);
      this.ranks = grown(this.ranks);
    }
  }
}
