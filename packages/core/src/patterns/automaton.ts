/**
 * A pattern set asked in one pass over the target, whatever the patterns are: what hostile files are asked with.
 *
 * Every star that was reached waits for its segments; each segment has a queue of those that wait for it. The
 * automaton of all segments says which ones end at an octet; who waits there and began early enough is served, and
 * is not asked again.
 *
 * Bounds, with n octets of target and E segments after stars (at most half of the file's octets): n steps of the
 * automaton, amortised; each star is reached and each segment queued at most once, so E more; queues that are
 * empty are passed over by links that are kept until one fills again, at worst n times the square root of twice
 * the file's octets. Memory: 22 octets for each octet of the segments and 28 for each segment, kept with the set.
 */
import { readSegments, type Segments } from './segments.ts';

/** Scratch of all automata, made as large as the largest needs: for states, for edges and for stars. */
let head: Int32Array = new Int32Array(0);
let tail: Int32Array = head;
let filledBy: Int32Array = head;
let skip: Int32Array = head;
let skipFrom: Int32Array = head;
let next: Int32Array = head;
let reachedAt: Int32Array = head;
let reachedBy: Int32Array = head;
/** Counts queries, so that nothing needs to be cleared. */
let query = 0;
/** Counts queues that filled: links made before the last are void. */
let filled = 0;

export class Automaton {
  /** Where the pattern set begins among the octets that it was made of. */
  readonly offset: number;
  readonly #segments: Segments;
  #best = 0;

  constructor(form: Uint8Array, offset: number) {
    this.offset = offset;
    this.#segments = readSegments(form, offset);
  }

  /**
   * The greatest rank of what matches, not less than `best`, where the heads of the patterns reached `count` stars.
   * `stars` holds the number of each and where it was reached, in this order.
   */
  greatestRank(path: Uint8Array, length: number, best: number, stars: Int32Array, count: number): number {
    const { states } = this.#segments;
    this.#prepare();
    this.#best = best;
    let state = 0;
    let star = 0;
    for (let at = 0; ; at++) {
      for (; star < count && stars[2 * star + 1] === at; star++) this.#reach(stars[2 * star] as number, at);
      if (at === length) break;
      state = states.step(state, path[at] as number);
      this.#serveAll(state, at + 1);
    }
    this.#serveEnds(state, length);
    return this.#best;
  }

  #prepare(): void {
    const { states, edges, stars } = this.#segments;
    if (states.count > head.length) {
      head = new Int32Array(states.count);
      tail = new Int32Array(states.count);
      filledBy = new Int32Array(states.count);
      skip = new Int32Array(states.count);
      skipFrom = new Int32Array(states.count);
    }
    if (edges > next.length) next = new Int32Array(edges);
    if (stars > reachedAt.length) {
      reachedAt = new Int32Array(stars);
      reachedBy = new Int32Array(stars);
    }
    if (query > 0x7ffffff0 || filled > 0x70000000) {
      for (const marks of [filledBy, skipFrom, reachedBy]) marks.fill(0);
      query = filled = 0;
    }
    query++;
    filled++;
  }

  /** The star is reached: from here on it waits for its segments. */
  #reach(star: number, at: number): void {
    if (reachedBy[star] === query) return;
    reachedBy[star] = query;
    reachedAt[star] = at;
    const { firstEdge, state, greatest } = this.#segments;
    const end = firstEdge[star + 1] as number;
    for (let edge = firstEdge[star] as number; edge < end; edge++) {
      if ((greatest[edge] as number) > this.#best) enqueue(state[edge] as number, edge);
    }
  }

  /** Serves all segments that end before `at`, where the automaton is in `state`. */
  #serveAll(state: number, at: number): void {
    const { output, shorter } = this.#segments;
    for (let found = nextFilled(output[state] as number, shorter); found !== 0; ) {
      this.#serve(found, at);
      found = nextFilled(shorter[found] as number, shorter);
    }
  }

  /** Those who wait for the segment stand in the order in which they were reached. */
  #serve(found: number, at: number): void {
    const { states, parent, rank, child } = this.#segments;
    const latest = at - (states.depth[found] as number);
    for (;;) {
      const edge = head[found] as number;
      if (edge < 0 || (reachedAt[parent[edge] as number] as number) > latest) return;
      head[found] = next[edge] as number;
      if ((rank[edge] as number) > this.#best) this.#best = rank[edge] as number;
      if ((child[edge] as number) >= 0) this.#reach(child[edge] as number, at);
    }
  }

  /** Segments that must end where the target ends. */
  #serveEnds(last: number, length: number): void {
    const { states, ends } = this.#segments;
    for (let state = last; state !== 0; state = states.failure[state] as number) {
      const latest = length - (states.depth[state] as number);
      for (const { star, rank } of ends.get(state) ?? []) {
        if (rank > this.#best && reachedBy[star] === query && (reachedAt[star] as number) <= latest)
          this.#best = rank;
      }
    }
  }
}

function enqueue(state: number, edge: number): void {
  next[edge] = -1;
  if (filledBy[state] !== query || (head[state] as number) < 0) {
    filledBy[state] = query;
    head[state] = edge;
    filled++;
  } else next[tail[state] as number] = edge;
  tail[state] = edge;
}

/** The first state from `from` on, along the shorter segments that end alike, that somebody waits for; 0 if none. */
function nextFilled(from: number, shorter: Int32Array): number {
  let state = from;
  while (state !== 0 && (filledBy[state] !== query || (head[state] as number) < 0)) {
    state = skipFrom[state] === filled ? (skip[state] as number) : (shorter[state] as number);
  }
  for (let passed = from; passed !== state; ) {
    const then = skipFrom[passed] === filled ? (skip[passed] as number) : (shorter[passed] as number);
    skip[passed] = state;
    skipFrom[passed] = filled;
    passed = then;
  }
  return state;
}
