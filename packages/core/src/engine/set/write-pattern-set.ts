/** Writes sorted keys of patterns as one compiled pattern set (`pattern-set-form.ts` describes the layout). */
import { OctetWriter } from '../../bytes/octet-writer.ts';
import { ACCEPT, END, FIRST_OCTET, type PatternKeys, STAR } from './pattern-keys.ts';
import {
  CHAIN,
  HAS_ACCEPT,
  HAS_CHILDREN,
  HAS_END,
  HAS_SHORT,
  HAS_STAR,
  hashOf,
  LABEL_MASK,
  NO_FILTER,
  SHORT_BITS,
  zigzag,
} from './pattern-set-form.ts';
import { sharedOctets } from './sort-keys.ts';

/** The bits per key in a star node's filter. With 16, one position in sixteen is a false positive. */
const BITS_A_KEY = 16;
const LEAST_BITS = 6;
const MOST_BITS = 24;

/**
 * The kinds of tasks. Remaining tasks are kept on an explicit stack, so that deep nesting does not overflow the call
 * stack; each has three integers and a tag.
 */
const NODE = 0;
const STAR_NODE = 1;
const CHILDREN = 2;
const SKIP = 3;

export function writePatternSet(keys: PatternKeys, order: Int32Array): Uint8Array<ArrayBuffer> {
  for (let width = widthOf(keys.length + 2 * keys.count); ; width++) {
    const written = new SetWriter(keys, order, width).write();
    if (width === 4 || written.length < 256 ** width) return written;
  }
}

/**
 * Whether to write a table of all octets from the least to the greatest. The table may be at most a quarter larger than
 * a list.
 */
function isWorthTable(count: number, range: number, width: number): boolean {
  return count > 4 && range * width <= count * (width + 1) * 1.25;
}

/** The number of octets that a skip needs in a set of `size` octets. */
function widthOf(size: number): number {
  return size < 0x100 ? 1 : size < 0x1_0000 ? 2 : size < 0x100_0000 ? 3 : 4;
}

class SetWriter {
  readonly #keys: PatternKeys;
  readonly #order: Int32Array;
  readonly #width: number;
  readonly #out = new OctetWriter();
  readonly #tasks: number[] = [];
  #stars = 0;

  constructor(keys: PatternKeys, order: Int32Array, width: number) {
    this.#keys = keys;
    this.#order = order;
    this.#width = width;
  }

  write(): Uint8Array<ArrayBuffer> {
    const tasks = this.#tasks;
    if (this.#order.length > 0) tasks.push(0, this.#order.length, 0, NODE);
    else this.#out.octet(0);
    while (tasks.length > 0) {
      const tag = tasks.pop();
      const c = tasks.pop() as number;
      const b = tasks.pop() as number;
      const a = tasks.pop() as number;
      if (tag === NODE) this.#node(a, b, c);
      else if (tag === STAR_NODE) this.#star(a, b, c);
      else if (tag === CHILDREN) this.#children(a, b, c);
      else this.#out.patch(a, this.#out.length - b, this.#width);
    }
    return this.#withHeader();
  }

  #withHeader(): Uint8Array<ArrayBuffer> {
    const header = new OctetWriter();
    header.octet(this.#width);
    header.varint(this.#stars);
    header.octets(this.#out.written(), 0, this.#out.length);
    return header.finish();
  }

  #unit(index: number, depth: number): number {
    return this.#keys.unit(this.#order[index] as number, depth);
  }

  /** The end of the run of keys from `low` that have `unit` at `depth`. */
  #endOfRun(low: number, high: number, depth: number, unit: number): number {
    if (low < high && this.#unit(high - 1, depth) === unit) return high;
    let end = low;
    while (end < high && this.#unit(end, depth) === unit) end++;
    return end;
  }

  /** Writes the node for the keys from `low` to `high`, which are equal up to `depth`. */
  #node(low: number, high: number, depth: number): void {
    const out = this.#out;
    const order = this.#order;
    const length = sharedOctets(this.#keys, order[low] as number, order[high - 1] as number, depth);
    const split = depth + length;
    const accepts = this.#endOfRun(low, high, split, ACCEPT);
    const ends = this.#endOfRun(accepts, high, split, END);
    const stars = this.#endOfRun(ends, high, split, STAR);
    out.octet(
      Math.min(length, LABEL_MASK) |
        (accepts > low ? HAS_ACCEPT : 0) |
        (ends > accepts ? HAS_END : 0) |
        (stars > ends ? HAS_STAR : 0) |
        (high > stars ? HAS_CHILDREN : 0),
    );
    if (length >= LABEL_MASK) out.varint(length - LABEL_MASK);
    for (let at = depth; at < split; at++) out.octet(this.#unit(low, at) - FIRST_OCTET);
    if (accepts > low) out.varint(zigzag(this.#greatestRank(low, accepts) - 2 * split));
    if (ends > accepts) out.varint(zigzag(this.#greatestRank(accepts, ends) - 2 * (split + 1)));
    if (high > stars) this.#tasks.push(stars, high, split, CHILDREN);
    if (stars > ends) {
      if (high > stars) this.#tasks.push(out.reserve(this.#width), out.length, 0, SKIP);
      this.#tasks.push(ends, stars, split, STAR_NODE);
    }
  }

  #children(low: number, high: number, depth: number): void {
    const out = this.#out;
    const starts: number[] = [];
    for (let at = low; at < high; at = this.#endOfRun(at, high, depth, this.#unit(at, depth)))
      starts.push(at);
    const least = this.#unit(low, depth) - FIRST_OCTET;
    const range = this.#unit(high - 1, depth) - FIRST_OCTET - least + 1;
    const isDense = starts.length > 255 || isWorthTable(starts.length, range, this.#width);
    if (isDense) {
      out.octet(0);
      out.octet(least);
      out.octet(range - 1);
    } else {
      out.octet(starts.length);
      for (const start of starts) out.octet(this.#unit(start, depth) - FIRST_OCTET);
    }
    const skips = out.reserve((isDense ? range : starts.length - 1) * this.#width);
    for (let child = starts.length - 1; child >= 0; child--) {
      const start = starts[child] as number;
      this.#tasks.push(start, starts[child + 1] ?? high, depth + 1, NODE);
      const slot = isDense ? this.#unit(start, depth) - FIRST_OCTET - least : child - 1;
      if (slot < 0) continue;
      this.#tasks.push(skips + slot * this.#width, out.length - (isDense ? 1 : 0), 0, SKIP);
    }
  }

  #star(low: number, high: number, depth: number): void {
    const out = this.#out;
    out.varint(this.#stars++);
    out.varint(this.#greatestRank(low, high));
    const last = this.#chain(low, high, depth);
    if (this.#unit(low, last + 1) === this.#unit(high - 1, last + 1)) out.octet(NO_FILTER);
    else this.#filter(low, high, last + 1);
    this.#tasks.push(low, high, last + 1, NODE);
  }

  /**
   * Writes the segments after the star at `first` that all keys share, up to their last common star. Returns the
   * position of that star.
   */
  #chain(low: number, high: number, first: number): number {
    const out = this.#out;
    let star = first;
    for (let at = first + 1; ; at++) {
      const unit = this.#unit(low, at);
      if (unit < STAR || this.#unit(high - 1, at) !== unit) break;
      if (unit !== STAR) continue;
      if (star === first) out.octet(CHAIN);
      out.varint(at - star - 1);
      for (let octet = star + 1; octet < at; octet++) out.octet(this.#unit(low, octet) - FIRST_OCTET);
      star = at;
    }
    if (star > first) out.octet(0);
    return star;
  }

  #filter(low: number, high: number, depth: number): void {
    const out = this.#out;
    const log = Math.min(MOST_BITS, Math.max(LEAST_BITS, Math.ceil(Math.log2((high - low) * BITS_A_KEY))));
    let hasShort = false;
    for (let at = low; at < high && !hasShort; at++) hasShort = this.#firstFour(at, depth) === -1;
    out.octet(log + (hasShort ? HAS_SHORT : 0));
    const short = out.reserve(hasShort ? SHORT_BITS : 0);
    const bits = out.reserve(2 ** (log - 3));
    for (let at = low; at < high; at++) {
      const four = this.#firstFour(at, depth);
      if (four === -1) out.setBit(short, (this.#unit(at, depth) - FIRST_OCTET) & 127);
      else out.setBit(bits, hashOf(four, log));
    }
  }

  /** The first four octets of the segment at `depth` as a little-endian number; −1 if it is shorter. */
  #firstFour(index: number, depth: number): number {
    const { units, starts } = this.#keys;
    const from = (starts[this.#order[index] as number] as number) + depth;
    let four = 0;
    for (let octet = 0; octet < 4; octet++) {
      const unit = units[from + octet] as number;
      if (unit < FIRST_OCTET) return -1;
      four |= (unit - FIRST_OCTET) << (8 * octet);
    }
    return four >>> 0;
  }

  #greatestRank(low: number, high: number): number {
    let greatest = 0;
    for (let at = low; at < high; at++) {
      greatest = Math.max(greatest, this.#keys.ranks[this.#order[at] as number] as number);
    }
    return greatest;
  }
}
