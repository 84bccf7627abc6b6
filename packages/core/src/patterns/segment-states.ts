/**
 * All segments after stars in one trie with failure links (Aho and Corasick 1975): one step an octet of the
 * target tells which segments end there. States are numbered from 0, the empty segment.
 */

/** Steps that are remembered: 6 KB an automaton. */
const REMEMBERED = 512;

/** The trie while it grows and when it is done. About 22 octets of memory for each octet of the segments. */
export class SegmentStates {
  count = 1;
  /** Octets from the root. */
  readonly depth: Int32Array;
  /** The longest state that this one ends with, itself left out. */
  readonly failure: Int32Array;
  readonly #parent: Int32Array;
  readonly #octet: Uint8Array;
  /** Children by a hash of parent and octet; 0 is free, because the root is nobody's child. */
  #slots: Int32Array;
  /** Steps made before: 256 times the state plus the octet, and where they led. */
  readonly #keys: Float64Array = new Float64Array(REMEMBERED).fill(-1);
  readonly #steps: Int32Array = new Int32Array(REMEMBERED);

  constructor(most: number) {
    this.depth = new Int32Array(most + 1);
    this.failure = new Int32Array(most + 1);
    this.#parent = new Int32Array(most + 1);
    this.#octet = new Uint8Array(most + 1);
    this.#slots = new Int32Array(64);
  }

  /** The child of `state` for `octet`; 0 if there is none. */
  child(state: number, octet: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(state, octet) & mask; ; slot = (slot + 1) & mask) {
      const child = this.#slots[slot] as number;
      if (child === 0 || (this.#parent[child] === state && this.#octet[child] === octet)) return child;
    }
  }

  /** The child of `state` for `octet`, made if there is none. */
  add(state: number, octet: number): number {
    const found = this.child(state, octet);
    if (found !== 0) return found;
    const child = this.count++;
    this.#parent[child] = state;
    this.#octet[child] = octet;
    this.depth[child] = (this.depth[state] as number) + 1;
    if (this.count * 2 > this.#slots.length) this.#rehash();
    else this.#insert(child);
    return child;
  }

  /**
   * Where the target's next octet leads from `state`: to the longest segment that may still come of it. Steps made
   * before are remembered in a small table: 5 ns a step against 40 where segments nearly match again and again.
   */
  step(state: number, octet: number): number {
    const key = state * 256 + octet;
    const slot = (key ^ (key >>> 12)) & (REMEMBERED - 1);
    if (this.#keys[slot] === key) return this.#steps[slot] as number;
    const to = this.#stepByFailures(state, octet);
    this.#keys[slot] = key;
    this.#steps[slot] = to;
    return to;
  }

  #stepByFailures(state: number, octet: number): number {
    let from = state;
    for (;;) {
      const child = this.child(from, octet);
      if (child !== 0 || from === 0) return child;
      from = this.failure[from] as number;
    }
  }

  /** Sets all failure links and answers the states in ascending depth. */
  finish(): Int32Array {
    const order = this.#byDepth();
    for (let index = 1; index < this.count; index++) {
      const state = order[index] as number;
      const parent = this.#parent[state] as number;
      if (parent !== 0) {
        this.failure[state] = this.#stepByFailures(
          this.failure[parent] as number,
          this.#octet[state] as number,
        );
      }
    }
    return order;
  }

  #byDepth(): Int32Array {
    const starts = new Int32Array(this.count + 2);
    for (let state = 0; state < this.count; state++) {
      const next = (this.depth[state] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let depth = 1; depth < starts.length; depth++) {
      starts[depth] = (starts[depth] as number) + (starts[depth - 1] as number);
    }
    const order = new Int32Array(this.count);
    for (let state = 0; state < this.count; state++) {
      const depth = this.depth[state] as number;
      order[starts[depth] as number] = state;
      starts[depth] = (starts[depth] as number) + 1;
    }
    return order;
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let state = 1; state < this.count; state++) this.#insert(state);
  }

  #insert(state: number): void {
    const mask = this.#slots.length - 1;
    let slot = hashOf(this.#parent[state] as number, this.#octet[state] as number) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = state;
  }
}

function hashOf(state: number, octet: number): number {
  const mixed = Math.imul(state * 256 + octet, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
