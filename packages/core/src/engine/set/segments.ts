/** Reads, from the trie of a pattern set, the segments that follow its stars. The automaton uses these segments. */

import { childrenAt } from './children.ts';
import { labelAt, nodeEndAt, rootAt } from './node.ts';
import { PatternKeys } from './pattern-keys.ts';
import { HAS_CHILDREN, HAS_END, varintAt, varintLength } from './pattern-set-form.ts';
import { segmentsAt } from './pattern-texts.ts';
import { SegmentStates } from './segment-states.ts';
import { distinctKeys } from './sort-keys.ts';

/** Fields of an edge. An edge leads from a star, over a segment, to a match, another star or both. */
export const SEGMENT = 0;
/** The rank of the match, or −1. */
export const RANK = 1;
/** The next star; −1 if there is none; −1 − c if a chain continues at index c of {@link Segments.chains}. */
export const CHILD = 2;
/** The greatest rank that the edge can lead to. */
export const GREATEST = 3;
export const EDGE = 4;

/**
 * Fields of a segment that must match at the end of the target: its star, its rank, and the next entry with the same
 * segment or 0.
 */
export const END_STAR = 0;
export const END_RANK = 1;
export const NEXT_END = 2;
const AN_END = 3;

/** The parts of a pattern set that the automaton needs. */
export interface Segments {
  readonly states: SegmentStates;
  /** The edges of star i are those from `firstEdge[i]` up to `endEdge[i]`. */
  readonly firstEdge: Int32Array;
  readonly endEdge: Int32Array;
  readonly edges: Int32Array;
  /**
   * The segments of chains, except the first segment of each chain. Each run ends with −1 minus the star that follows.
   */
  readonly chains: Int32Array;
  /** For each segment, its first entry in `ends`; 0 if none. */
  readonly firstEnd: Int32Array;
  readonly ends: Int32Array;
}

/**
 * Reads the segments of the set at `offset`. Apart from one sort, time and memory are linear in the octets of its
 * patterns.
 */
export function readSegments(form: Uint8Array, offset: number): Segments {
  const reader = new SegmentReader(form, offset);
  reader.readAll();
  return reader.finish();
}

class SegmentReader {
  readonly #form: Uint8Array;
  readonly #width: number;
  readonly #root: number;
  readonly #firstEdge: Int32Array;
  readonly #endEdge: Int32Array;
  /** The segments, possibly with duplicates. */
  readonly #keys = new PatternKeys();
  /** For each hash, the last key with that hash. It identifies most repeated segments, which then need no sorting. */
  readonly #recent = new Int32Array(1024).fill(-1);
  #edges: Int32Array = new Int32Array(64 * EDGE);
  #edgesEnd = 0;
  readonly #ends: number[] = [0, 0, 0];
  readonly #chains: number[] = [0];
  /**
   * The stars to read, with three numbers each: the offset of its node, its number, and the number of pattern octets
   * before it.
   */
  readonly #stars: number[] = [];
  /**
   * The nodes of the current star to read, with three numbers each: its offset, the length of the segment before it,
   * and the octet that leads to it or −1.
   */
  readonly #nodes: number[] = [];
  #text = new Uint8Array(256);

  constructor(form: Uint8Array, offset: number) {
    this.#form = form;
    this.#width = form[offset] as number;
    const stars = varintAt(form, offset + 1);
    this.#root = rootAt(form, offset);
    // A star with a chain has a second number, which is used after its chain.
    this.#firstEdge = new Int32Array(2 * stars);
    this.#endEdge = new Int32Array(2 * stars);
  }

  readAll(): void {
    const stars = this.#stars;
    this.#readStar(this.#root, -1, 0);
    while (stars.length > 0) {
      const octets = stars.pop() as number;
      const star = stars.pop() as number;
      this.#readChain(stars.pop() as number, star, octets);
    }
  }

  #readChain(at: number, number: number, before: number): void {
    const { chain, node } = segmentsAt(this.#form, at);
    let star = number;
    let octets = before;
    if (chain.length > 0) {
      const greatest = varintAt(this.#form, at + varintLength(this.#form, at));
      this.#firstEdge[star] = this.#edgesEnd / EDGE;
      this.#endEdge[star] = this.#edgesEnd / EDGE + 1;
      star += this.#endEdge.length / 2;
      for (let index = 0; index < chain.length; index += 2) {
        const start = chain[index] as number;
        const end = chain[index + 1] as number;
        const segment = this.#addKey(this.#form, start, end);
        if (index > 0) this.#chains.push(segment);
        else this.#addEdge(segment, -1, -1 - this.#chains.length, greatest);
        octets += end - start + 1;
      }
      this.#chains.push(-1 - star);
    }
    this.#firstEdge[star] = this.#edgesEnd / EDGE;
    this.#readStar(node, star, octets);
    this.#endEdge[star] = this.#edgesEnd / EDGE;
  }

  /**
   * Reads the trie of the segments after `star`; if `star` is −1, the trie of the heads. Heads do not become segments:
   * they are followed in the trie rather than searched for.
   */
  #readStar(node: number, star: number, octets: number): void {
    const nodes = this.#nodes;
    nodes.push(node, 0, -1);
    while (nodes.length > 0) {
      const octet = nodes.pop() as number;
      const length = nodes.pop() as number;
      this.#readNode(nodes.pop() as number, star, octets, length, octet);
    }
  }

  #readNode(node: number, star: number, before: number, written: number, octet: number): void {
    const form = this.#form;
    const { start, end, flags } = labelAt(form, node);
    const length = this.#write(octet, start, end - start, written);
    const octets = before + length;
    const { rank, endRank, star: next, children } = nodeEndAt(form, end, flags, octets, this.#width);
    // A segment ends where a pattern ends or a star follows.
    const isEnd = (flags & ~HAS_CHILDREN) !== 0;
    const segment = star >= 0 && isEnd ? this.#addKey(this.#text, 0, length) : -1;
    if (segment >= 0 && (flags & HAS_END) !== 0) this.#ends.push(star, endRank, segment);
    if (next >= 0) {
      const child = varintAt(form, next);
      const greatest = varintAt(form, next + varintLength(form, next));
      if (segment >= 0) this.#addEdge(segment, rank, child, Math.max(rank, greatest));
      this.#stars.push(next, child, octets + 1);
    } else if (segment >= 0 && rank >= 0) this.#addEdge(segment, rank, -1, rank);
    if (children < 0) return;
    for (const [first, child] of childrenAt(form, children, this.#width))
      this.#nodes.push(child, length, first);
  }

  /** Appends the octet that leads to a node, and the node's label. Returns the new length of the text. */
  #write(octet: number, at: number, label: number, before: number): number {
    let length = before;
    if (length + label + 1 > this.#text.length) {
      const larger = new Uint8Array((length + label + 1) * 2);
      larger.set(this.#text);
      this.#text = larger;
    }
    if (octet >= 0) this.#text[length++] = octet;
    for (let index = 0; index < label; index++) this.#text[length++] = this.#form[at + index] as number;
    return length;
  }

  #addKey(octets: Uint8Array, start: number, end: number): number {
    let hash = end - start;
    for (let at = start; at < end && at < start + 8; at++)
      hash = Math.imul(hash, 31) + (octets[at] as number);
    const slot = hash & (this.#recent.length - 1);
    const recent = this.#recent[slot] as number;
    if (recent >= 0 && this.#keys.isText(recent, octets, start, end)) return recent;
    this.#recent[slot] = this.#keys.count;
    this.#keys.begin(end - start, 0);
    this.#keys.segment(octets, start, end);
    this.#keys.finish(false);
    return this.#keys.count - 1;
  }

  #addEdge(segment: number, rank: number, child: number, greatest: number): void {
    const at = this.#edgesEnd;
    if (at === this.#edges.length) {
      const larger = new Int32Array(at * 2);
      larger.set(this.#edges);
      this.#edges = larger;
    }
    this.#edges[at + SEGMENT] = segment;
    this.#edges[at + RANK] = rank;
    this.#edges[at + CHILD] = child;
    this.#edges[at + GREATEST] = greatest;
    this.#edgesEnd = at + EDGE;
  }

  finish(): Segments {
    const { keys, numbers } = distinctKeys(this.#keys);
    const edges = this.#edges.slice(0, this.#edgesEnd);
    for (let at = SEGMENT; at < edges.length; at += EDGE) edges[at] = numbers[edges[at] as number] as number;
    const chains = new Int32Array(this.#chains);
    for (let at = 1; at < chains.length; at++) {
      const key = chains[at] as number;
      if (key >= 0) chains[at] = numbers[key] as number;
    }
    const ends = Int32Array.from(this.#ends);
    const firstEnd = new Int32Array(keys.count + 1);
    for (let at = AN_END; at < ends.length; at += AN_END) {
      const segment = numbers[ends[at + NEXT_END] as number] as number;
      ends[at + NEXT_END] = firstEnd[segment] as number;
      firstEnd[segment] = at;
    }
    return {
      states: new SegmentStates(keys),
      firstEdge: this.#firstEdge,
      endEdge: this.#endEdge,
      edges,
      chains,
      firstEnd,
      ends,
    };
  }
}
