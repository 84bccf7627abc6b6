/**
 * Follows octets in the trie of a compiled pattern set: finds all places from which the next octet may continue, and
 * the greatest rank matched so far (RFC 9309 §2.2.2, §2.2.3). `hot-states.ts` builds its states from these places.
 *
 * A place consists of three numbers: an offset in the form, the kind of the place, and the number of pattern octets
 * before it. The offset alone identifies a place, because only one path leads to it.
 */

import { NO_MATCH } from '../../rules/rule.ts';
import { childAt } from '../set/children.ts';
import { labelAt, nodeEndAt, rootAt } from '../set/node.ts';
import { CHAIN, filterLength, varintAt, varintLength } from '../set/pattern-set-form.ts';

/** Kinds of places: a star, which stays active on every octet, or the children of a node. */
const STAR = -1;
/**
 * A star within or at the end of a chain. The offset is that of the next segment's length, or of a 0 at the end of the
 * chain.
 */
const CHAINED_STAR = -2;
const CHILDREN = 0;
/**
 * The kind of a place within a label: this value for each remaining octet (at most 2^23 − 1), plus the node's flags or
 * {@link IN_CHAIN}.
 */
const LABEL = 256;
const IN_CHAIN = 1;

export const PLACE = 3;

/** The number of integers in {@link record} before the first place, for the caller's use. */
export const HEADER = 4;

/** States with more than 32 places are not kept: only hostile sets have many of them. */
const MOST_END: number = HEADER + PLACE * 32;

/** The size of a record. One octet may add three places beyond the limit before the limit is checked. */
export const LONGEST_RECORD: number = MOST_END + PLACE * 3;

/** Finds the places reached from the previous places. */
export class Places {
  /** The places, which begin at index {@link HEADER}. The numbers before them belong to the caller. */
  readonly record: Int32Array = new Int32Array(LONGEST_RECORD);
  recordEnd: number = HEADER;
  /** The greatest rank of a pattern that matches regardless of the octets that follow. */
  best: number = NO_MATCH;
  /** The greatest rank of a pattern that matches if the target ends here. */
  bestAtEnd: number = NO_MATCH;
  #form: Uint8Array = new Uint8Array(0);
  #width = 1;

  /** Finds the places before the first octet, in the set at `offset` of `octets`. */
  findFirst(octets: Uint8Array, offset: number): void {
    this.begin(octets, offset, NO_MATCH);
    this.#enter(rootAt(this.#form, offset), 0);
    this.bestAtEnd = Math.max(this.best, this.bestAtEnd);
  }

  /** Clears the places found. `rank` is the greatest rank so far. */
  begin(octets: Uint8Array, offset: number, rank: number): void {
    this.#form = octets;
    this.#width = octets[offset] as number;
    this.recordEnd = HEADER;
    this.best = rank;
    this.bestAtEnd = NO_MATCH;
  }

  /** Adds the places to which `octet` leads from `places`; returns false if there are too many. */
  findNext(places: Int32Array, from: number, to: number, octet: number): boolean {
    for (let at = from; at < to && this.recordEnd <= MOST_END; at += PLACE) {
      this.#step(places[at] as number, places[at + 1] as number, places[at + 2] as number, octet);
    }
    this.bestAtEnd = Math.max(this.best, this.bestAtEnd);
    return this.recordEnd <= MOST_END;
  }

  /**
   * Removes the last place within a label from the record. Returns the next octet of that label; −1 if there is no such
   * place.
   */
  takeLabel(): number {
    let at = this.recordEnd - PLACE;
    while (at >= HEADER && (this.record[at + 1] as number) < LABEL) at -= PLACE;
    if (at < HEADER) return -1;
    const octet = this.#form[this.record[at] as number] as number;
    this.record.copyWithin(at, at + PLACE, this.recordEnd);
    this.recordEnd -= PLACE;
    return octet;
  }

  #step(at: number, what: number, depth: number, octet: number): void {
    if (what >= LABEL) {
      if (this.#form[at] === octet) this.#arrive(at + 1, what - LABEL, depth + 1);
    } else if (what === CHILDREN) {
      const child = childAt(this.#form, at, octet, this.#width);
      if (child !== 0) this.#enter(child, depth + 1);
    } else {
      const greatest = at + varintLength(this.#form, at);
      if (what === STAR && varintAt(this.#form, greatest) <= this.best) return;
      this.#put(at, what, depth);
      if (what === STAR) this.#enterSegments(greatest + varintLength(this.#form, greatest), depth);
      else this.#enterChain(at, depth);
      // The last place of the record is the start of the segments. The search continues from this place with `octet`.
      this.recordEnd -= PLACE;
      this.#step(
        this.record[this.recordEnd] as number,
        this.record[this.recordEnd + 1] as number,
        depth,
        octet,
      );
    }
  }

  /** Continues at the start of a star's segments, whose filter or chain is at `at`. */
  #enterSegments(at: number, depth: number): void {
    if (this.#form[at] === CHAIN) this.#enterChain(at + 1, depth);
    else this.#enter(at + 1 + filterLength(this.#form[at] as number), depth);
  }

  #enterChain(at: number, depth: number): void {
    const length = varintAt(this.#form, at);
    if (length === 0) this.#enterSegments(at + 1, depth);
    else this.#arrive(at + varintLength(this.#form, at), length * LABEL + IN_CHAIN, depth);
  }

  /** Continues before the label of `node`. */
  #enter(node: number, depth: number): void {
    const { start, end, flags } = labelAt(this.#form, node);
    this.#arrive(start, (end - start) * LABEL + flags, depth);
  }

  /** Continues within a label or after it. After a label, patterns may end, and a star and children may follow. */
  #arrive(from: number, what: number, depth: number): void {
    if (what >= LABEL) {
      this.#put(from, what, depth);
      return;
    }
    if (what === IN_CHAIN) {
      if (!this.#hasPlace(from)) this.#put(from, CHAINED_STAR, depth + 1);
      return;
    }
    const { rank, endRank, star, children } = nodeEndAt(this.#form, from, what, depth, this.#width);
    this.best = Math.max(this.best, rank);
    this.bestAtEnd = Math.max(this.bestAtEnd, endRank);
    if (star >= 0 && !this.#hasPlace(star)) this.#put(star, STAR, depth + 1);
    if (children >= 0) this.#put(children, CHILDREN, depth);
  }

  #hasPlace(offset: number): boolean {
    for (let at = HEADER; at < this.recordEnd; at += PLACE) if (this.record[at] === offset) return true;
    return false;
  }

  #put(at: number, what: number, depth: number): void {
    this.record[this.recordEnd] = at;
    this.record[this.recordEnd + 1] = what;
    this.record[this.recordEnd + 2] = depth;
    this.recordEnd += PLACE;
  }
}
