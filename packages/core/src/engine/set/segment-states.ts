/**
 * Finds the segments that end at an octet of the target. This is the automaton of Aho and Corasick (1975) over the
 * sorted segments, determinized only as far as targets lead. A state represents a prefix, which a run of the sorted
 * segments shares. A binary search in the parent's run finds the state once; afterwards, it is cached. A file of 500 KB
 * therefore costs a sort before the first query instead of a trie of 500,000 states. States are numbered from 0, the
 * empty prefix; segments from 1.
 *
 * Bounds: amortized, each octet of the target takes one step forward and one back. There are never more states than
 * octets in the distinct segments. The states that one octet of the target creates belong to segments of different
 * lengths.
 */
import { ACCEPT, FIRST_OCTET, type PatternKeys } from './pattern-keys.ts';

/** The number of cached steps: 4 KB per automaton. */
const REMEMBERED = 512;

/** The number of states (about 1.3 MB) above which all states are cleared before a query. */
const MOST_STATES = 1 << 15;

/** Fields of a state. They share one row because they are read together. */
const LOW = 0;
const HIGH = 1;
const DEPTH = 2;
/** The longest proper suffix of this state that is also a state. */
const FAILURE = 3;
/** The longest segment that is a suffix of this state. */
const OUTPUT = 4;
const PARENT = 5;
const OCTET = 6;
const ROW = 8;

/** The states needed so far. Each takes 40 to 80 octets of memory. */
export class SegmentStates {
  /** The number of steps so far, including those along failure links. */
  steps = 0;
  /**
   * For each segment, the longest other segment that is a suffix of it; 0 if none. Known after the segment is first
   * found.
   */
  readonly shorter: Int32Array;
  readonly #keys: PatternKeys;
  #rows: Int32Array = new Int32Array(64 * ROW);
  #count = 1;
  /** Child states by a hash of parent and octet. A 0 marks a free slot, because the root is never a child. */
  #slots: Int32Array = new Int32Array(128);
  /** Cached steps: a key (256 times the state plus the octet), and the resulting state. */
  readonly #remembered: Int32Array = new Int32Array(2 * REMEMBERED).fill(-1);

  /** The segments are `keys`, in ascending order and distinct. */
  constructor(keys: PatternKeys) {
    this.#keys = keys;
    this.shorter = new Int32Array(keys.count + 1);
    this.#rows[HIGH] = keys.count;
  }

  get segments(): number {
    return this.#keys.count;
  }

  get memory(): number {
    const arrays = [this.shorter, this.#rows, this.#slots, this.#remembered];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, this.#keys.memory);
  }

  lengthOf(segment: number): number {
    return this.#keys.lengthOf(segment - 1) - 1;
  }

  /** Prepares for a query. Call this method before each query. */
  begin(): void {
    if (this.#count <= MOST_STATES) return;
    this.#count = 1;
    this.#slots.fill(0);
    this.#remembered.fill(-1);
  }

  /** The longest segment that ends in `state`; 0 if none. */
  output(state: number): number {
    return this.#rows[state * ROW + OUTPUT] as number;
  }

  /**
   * Returns the state to which the target's next octet leads from `state`: the longest prefix that may still become a
   * segment.
   */
  step(state: number, octet: number): number {
    const key = state * 256 + octet;
    const slot = 2 * ((key ^ (key >>> 12)) & (REMEMBERED - 1));
    const remembered = this.#remembered;
    this.steps++;
    if (remembered[slot] === key) return remembered[slot + 1] as number;
    const to = this.#find(state, octet);
    remembered[slot] = key;
    remembered[slot + 1] = to;
    return to;
  }

  /** Like `step`, but creates the state and the failure states on its path if necessary. */
  #find(state: number, octet: number): number {
    const first = this.#count;
    let known = 0;
    for (let from = state; ; from = this.#rows[from * ROW + FAILURE] as number) {
      this.steps++;
      known = this.#child(from, octet);
      if (known !== 0) break;
      this.#makeChild(from, octet);
      if (from === 0) break;
    }
    const end = this.#count;
    // Links each created state to the state created next, which is its failure state.
    for (let made = end - 1; made >= first; made--) this.#link(made, made + 1 === end ? known : made + 1);
    return end > first ? first : known;
  }

  #link(state: number, failure: number): void {
    const rows = this.#rows;
    const row = state * ROW;
    const low = rows[row + LOW] as number;
    const shorter = rows[failure * ROW + OUTPUT] as number;
    const isSegment = this.#keys.unit(low, rows[row + DEPTH] as number) === ACCEPT;
    rows[row + FAILURE] = failure;
    rows[row + OUTPUT] = isSegment ? low + 1 : shorter;
    if (isSegment) this.shorter[low + 1] = shorter;
  }

  /** The child of `state` for `octet`; 0 if it does not exist or has not been needed yet. */
  #child(state: number, octet: number): number {
    const rows = this.#rows;
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hashOf(state, octet) & mask; ; slot = (slot + 1) & mask) {
      const child = slots[slot] as number;
      if (child === 0) return 0;
      if (rows[child * ROW + PARENT] === state && rows[child * ROW + OCTET] === octet) return child;
    }
  }

  #makeChild(parent: number, octet: number): void {
    const depth = this.#rows[parent * ROW + DEPTH] as number;
    const end = this.#rows[parent * ROW + HIGH] as number;
    const unit = octet + FIRST_OCTET;
    const low = this.#lowest(this.#rows[parent * ROW + LOW] as number, end, depth, unit);
    if (low === end || this.#keys.unit(low, depth) !== unit) return;
    const state = this.#count++;
    if (this.#count * ROW > this.#rows.length) this.#grow();
    const row = [low, this.#lowest(low, end, depth, unit + 1), depth + 1, 0, 0, parent, octet];
    this.#rows.set(row, state * ROW);
    this.#insert(state);
  }

  /** The first segment from `low` to `end` whose unit at `depth` is at least `unit`. */
  #lowest(low: number, end: number, depth: number, unit: number): number {
    let from = low;
    for (let to = end; from < to; ) {
      const middle = (from + to) >> 1;
      if (this.#keys.unit(middle, depth) < unit) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #grow(): void {
    const rows = new Int32Array(this.#rows.length * 2);
    rows.set(this.#rows);
    this.#rows = rows;
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let state = 1; state < this.#count - 1; state++) this.#insert(state);
  }

  #insert(state: number): void {
    const row = state * ROW;
    const mask = this.#slots.length - 1;
    let slot = hashOf(this.#rows[row + PARENT] as number, this.#rows[row + OCTET] as number) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = state;
  }
}

function hashOf(state: number, octet: number): number {
  const mixed = Math.imul(state * 256 + octet, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
