/** Counters with bounded memory, for data that a hostile log can contain in any quantity. */
import { flat } from '../identity/crawler-of.ts';

/** One of the most frequent items, with its count and the maximum error of the count. */
export interface TopItem<Key> {
  readonly key: Key;
  /** The count. From `TopKeys`, it is too high by at most `error`; from `FrequentKeys`, too low by at most `error`. */
  readonly count: number;
  readonly error: number;
}

/**
 * The most frequent keys (Metwally, Agrawal and El Abbadi, "Space-Saving", 2005). Counts are exact while all keys fit.
 * After that, a new key replaces the rarest key and inherits its count.
 */
export class TopKeys {
  readonly #most: number;
  readonly #counts = new Map<string, { count: number; error: number }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a key was ever displaced. The counts are then estimates. */
  isEstimate = false;

  add(key: string): void {
    const entry = this.#counts.get(key);
    if (entry) entry.count++;
    else if (this.#counts.size < this.#most) this.#counts.set(key, { count: 1, error: 0 });
    else this.#displace(key);
  }

  /** The keys by count, greatest first. */
  items(): TopItem<string>[] {
    return [...this.#counts]
      .map(([key, { count, error }]) => ({ key, count, error }))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  }

  #displace(key: string): void {
    this.isEstimate = true;
    let rarest = '';
    let least = Number.POSITIVE_INFINITY;
    for (const [other, { count }] of this.#counts) {
      if (count < least) {
        least = count;
        rarest = other;
        if (count === 1) break;
      }
    }
    this.#counts.delete(rarest);
    this.#counts.set(key, { count: least + 1, error: least });
  }
}

const REGISTERS = 1024;
const BITS = 10;

/** Counts distinct texts (Flajolet et al., "HyperLogLog", 2007), to within about 3 %, in 1 KiB of memory. */
export class DistinctCount {
  /** The texts themselves while there are few, for an exact count. */
  #few: Set<string> | undefined = new Set();
  #registers: Uint8Array | undefined;
  readonly #exact: number;

  /** @param exact - Number of texts up to which the count is exact. */
  constructor(exact: number) {
    this.#exact = exact;
  }

  add(text: string): void {
    if (this.#few) {
      if (!this.#few.has(text)) this.#few.add(flat(text));
      if (this.#few.size <= this.#exact) return;
      this.#registers = new Uint8Array(REGISTERS);
      for (const one of this.#few) this.#put(this.#registers, one);
      this.#few = undefined;
    } else this.#put(this.#registers as Uint8Array, text);
  }

  get isEstimate(): boolean {
    return this.#few === undefined;
  }

  get count(): number {
    if (this.#few) return this.#few.size;
    const registers = this.#registers as Uint8Array;
    const sum = registers.reduce((total, rank) => total + 2 ** -rank, 0);
    const estimate = ((0.7213 / (1 + 1.079 / REGISTERS)) * REGISTERS * REGISTERS) / sum;
    const empty = registers.reduce((total, rank) => total + (rank === 0 ? 1 : 0), 0);
    const isSmall = estimate <= 2.5 * REGISTERS && empty > 0;
    return Math.round(isSmall ? REGISTERS * Math.log(REGISTERS / empty) : estimate);
  }

  #put(registers: Uint8Array, text: string): void {
    const hash = hashOf(text);
    const index = hash >>> (32 - BITS);
    const rank = Math.min(Math.clz32(hash << BITS), 32 - BITS) + 1;
    if (rank > (registers[index] as number)) registers[index] = rank;
  }
}

/** FNV-1a, then the finalizer of MurmurHash3, which spreads differences in the last characters over all bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * The most frequent keys (Misra and Gries, "Finding repeated elements", 1982), with batched removal: when there are
 * twice as many keys as `room`, the rarest half is dropped. Counts are exact until the first removal.
 */
export class FrequentKeys {
  readonly #room: number;
  #counts = new Map<string, number>();
  /** The count that a key may have lost when it was dropped earlier. */
  #error = 0;

  /** @param room - Number of keys that remain after the rarest keys are dropped. */
  constructor(room: number) {
    this.#room = room;
  }

  add(key: string): void {
    const count = this.#counts.get(key);
    if (count !== undefined) {
      this.#counts.set(key, count + 1);
      return;
    }
    if (this.#counts.size >= 2 * this.#room) this.#drop();
    this.#counts.set(flat(key), 1);
  }

  /** The keys by count, greatest first. Each count is too low by at most `error`. */
  items(): TopItem<string>[] {
    return this.#sorted().map(([key, count]) => ({ key, count, error: this.#error }));
  }

  #sorted(): [string, number][] {
    return [...this.#counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  }

  #drop(): void {
    const sorted = this.#sorted();
    this.#error += sorted[this.#room]?.[1] ?? 0;
    this.#counts = new Map(sorted.slice(0, this.#room));
  }
}
