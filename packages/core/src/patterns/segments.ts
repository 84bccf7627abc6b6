/** The segments after the stars of a pattern set, read from its trie for the automaton. */
import {
  HAS_ACCEPT,
  HAS_CHILDREN,
  HAS_END,
  HAS_STAR,
  LABEL_MASK,
  skipAt,
  unzigzag,
  varintAt,
  varintLength,
} from './pattern-set-form.ts';
import { childrenAt, segmentsAt } from './pattern-texts.ts';
import { SegmentStates } from './segment-states.ts';

/** An edge leads from a star over one of its segments to a match, to another star or to both. */
export interface Segments {
  readonly states: SegmentStates;
  readonly stars: number;
  readonly edges: number;
  /** The edges of star i are those from `firstEdge[i]` up to `firstEdge[i + 1]`. */
  readonly firstEdge: Int32Array;
  /** For each edge: its star, the state of its segment, the rank of a match or −1, the next star or −1. */
  readonly parent: Int32Array;
  readonly state: Int32Array;
  readonly rank: Int32Array;
  readonly child: Int32Array;
  /** For each edge: the greatest rank to be had over it. */
  readonly greatest: Int32Array;
  /** For each state: the longest state that it ends with, itself included, at which a segment ends; 0 if none. */
  readonly output: Int32Array;
  /** The same, itself left out. */
  readonly shorter: Int32Array;
  /** By state: the patterns that match where the target ends with it. */
  readonly ends: ReadonlyMap<number, readonly { readonly star: number; readonly rank: number }[]>;
}

/** A node still to be read: of which star, in which state, after how many octets of the pattern. */
interface Place {
  readonly at: number;
  readonly star: number;
  readonly state: number;
  readonly octets: number;
}

/** Reads the segments of the set at `offset`. Time and memory are linear in the set's size. */
export function readSegments(form: Uint8Array, offset: number): Segments {
  const reader = new SegmentReader(form, offset);
  reader.readAll();
  return reader.finish();
}

class SegmentReader {
  readonly #form: Uint8Array;
  readonly #width: number;
  readonly #stars: number;
  readonly #root: number;
  readonly #states: SegmentStates;
  /** Star, state, rank, next star, greatest rank of each edge, in the order found. */
  readonly #edges: number[] = [];
  readonly #ends = new Map<number, { star: number; rank: number }[]>();
  readonly #places: Place[] = [];

  constructor(form: Uint8Array, offset: number) {
    this.#form = form;
    this.#width = form[offset] as number;
    this.#stars = varintAt(form, offset + 1);
    this.#root = offset + 1 + varintLength(form, offset + 1);
    this.#states = new SegmentStates(form.length - offset);
  }

  readAll(): void {
    this.#places.push({ at: this.#root, star: -1, state: 0, octets: 0 });
    for (let place = this.#places.pop(); place; place = this.#places.pop()) this.#read(place);
  }

  #read({ at: start, star, state: before, octets: octetsBefore }: Place): void {
    const form = this.#form;
    let at = start;
    let state = before;
    const head = form[at++] as number;
    let length = head & LABEL_MASK;
    if (length === LABEL_MASK) {
      length += varintAt(form, at);
      at += varintLength(form, at);
    }
    // Heads are followed in the trie: only what comes after a star is looked for.
    for (const end = at + length; at < end; at++)
      if (star >= 0) state = this.#states.add(state, form[at] as number);
    const octets = octetsBefore + length;
    let rank = -1;
    if ((head & HAS_ACCEPT) !== 0) {
      rank = 2 * octets + unzigzag(varintAt(form, at));
      at += varintLength(form, at);
    }
    if ((head & HAS_END) !== 0) {
      if (star >= 0) this.#addEnd(state, star, 2 * (octets + 1) + unzigzag(varintAt(form, at)));
      at += varintLength(form, at);
    }
    at = this.#readStar(head, at, star, state, octets, rank);
    if (head < HAS_CHILDREN) return;
    for (const [octet, node] of childrenAt(form, at, this.#width)) {
      const childState = star >= 0 ? this.#states.add(state, octet) : 0;
      this.#places.push({ at: node, star, state: childState, octets: octets + 1 });
    }
  }

  /** Adds the edge that ends at a node, if one does; answers where the node's children begin. */
  #readStar(head: number, from: number, star: number, state: number, octets: number, rank: number): number {
    const form = this.#form;
    const hasStar = (head & HAS_STAR) !== 0;
    if (!hasStar) {
      if (star >= 0 && rank >= 0) this.#edges.push(star, state, rank, -1, rank);
      return from;
    }
    const at = head >= HAS_CHILDREN ? from + this.#width : from;
    const child = varintAt(form, at);
    const greatest = varintAt(form, at + varintLength(form, at));
    if (star >= 0) this.#edges.push(star, state, rank, child, Math.max(rank, greatest));
    this.#places.push({ at: segmentsAt(form, at), star: child, state: 0, octets: octets + 1 });
    return at === from ? from : at + skipAt(form, from, this.#width);
  }

  #addEnd(state: number, star: number, rank: number): void {
    const ends = this.#ends.get(state);
    if (ends) ends.push({ star, rank });
    else this.#ends.set(state, [{ star, rank }]);
  }

  finish(): Segments {
    const { count } = this.#states;
    const order = this.#states.finish();
    const sorted = this.#edgesByStar();
    const isEnd = new Uint8Array(count);
    for (const state of sorted.state) isEnd[state] = 1;
    const output = new Int32Array(count);
    const shorter = new Int32Array(count);
    for (let index = 1; index < count; index++) {
      const state = order[index] as number;
      shorter[state] = output[this.#states.failure[state] as number] as number;
      output[state] = isEnd[state] === 1 ? state : (shorter[state] as number);
    }
    return { states: this.#states, stars: this.#stars, ...sorted, output, shorter, ends: this.#ends };
  }

  #edgesByStar(): Pick<Segments, 'edges' | 'firstEdge' | 'parent' | 'state' | 'rank' | 'child' | 'greatest'> {
    const found = this.#edges;
    const edges = found.length / 5;
    const firstEdge = new Int32Array(this.#stars + 2);
    for (let at = 0; at < found.length; at += 5) {
      const star = (found[at] as number) + 2;
      firstEdge[star] = (firstEdge[star] as number) + 1;
    }
    for (let star = 1; star < firstEdge.length; star++) {
      firstEdge[star] = (firstEdge[star] as number) + (firstEdge[star - 1] as number);
    }
    const order = new Int32Array(edges);
    for (let at = 0; at < found.length; at += 5) {
      const slot = (found[at] as number) + 1;
      const to = firstEdge[slot] as number;
      firstEdge[slot] = to + 1;
      order[to] = at;
    }
    const columns = [0, 1, 2, 3, 4].map((offset) => order.map((at) => found[at + offset] as number));
    const [parent, state, rank, child, greatest] = columns as [
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
    ];
    return { edges, firstEdge, parent, state, rank, child, greatest };
  }
}
