/**
 * Queries a pattern set in one pass over the target, in bounded time for any patterns. Used for hostile files.
 *
 * Every star that was reached waits for its segments, and each segment has a queue of waiting stars. The automaton of
 * all segments reports the segments that end at an octet. Stars that wait for such a segment and were reached early
 * enough are served and removed from its queue.
 *
 * Bounds, with n octets of target, and patterns of F octets and E segments after their stars (at most F/2): the
 * automaton takes at most 2 n steps, amortized. Each segment is queued at most once (E), and is examined too early at
 * most as often as it has octets (F). Links skip empty queues, and each link is kept until a queue fills again. At
 * worst, this takes n times the square root of 2 F, because the skipped queues belong to segments of different lengths.
 *
 * Memory, kept with the set: 16 octets for each star and for each segment after a star; 4 for each segment in a chain;
 * for each distinct segment, 16 plus two per octet. This is at most 20 F and 8 KB. The states that targets lead to take
 * additional memory.
 */
import {
  CHILD,
  EDGE,
  END_RANK,
  END_STAR,
  GREATEST,
  NEXT_END,
  RANK,
  readSegments,
  SEGMENT,
  type Segments,
} from './segments.ts';

/**
 * Scratch memory for segments, edges and stars. All automata share it, and it is as large as the largest automaton
 * needs.
 */
let queues: Int32Array = new Int32Array(0);
let waits: Int32Array = queues;
let reached: Int32Array = queues;
/** The number of segments queued, examined and skipped, counted over all automata. */
let looks = 0;
/** The number of the current query. Entries with an earlier number are stale, so they need not be cleared. */
let query = 0;
/** The number of times that a queue became non-empty. Whenever this number grows, all existing links become void. */
let filled = 0;

/** Fields of a segment's queue: the query that filled it, its first edge, and its last edge. */
const FILLED_BY = 0;
const FIRST = 1;
const LAST = 2;
/**
 * More fields of a segment's queue: a shorter segment with a non-empty queue, and the value of `filled` when it was
 * found.
 */
const SKIP = 3;
const SKIP_FROM = 4;
const QUEUE = 8;

/** Fields of a queued edge: the next edge, the position from which it waits, and the next entry of its chain, or 0. */
const NEXT = 0;
const SINCE = 1;
const CHAINED = 2;
const WAIT = 4;

/** Fields of a star: the query that reached it, and its position in the target. */
const BY = 0;
const AT = 1;
const STAR = 2;

export class Automaton {
  /** The offset of the pattern set in its form. */
  readonly offset: number;
  readonly #segments: Segments;
  #best = 0;

  constructor(form: Uint8Array, offset: number) {
    this.offset = offset;
    this.#segments = readSegments(form, offset);
  }

  /**
   * Returns the greatest rank of the matching patterns, at least `best`. The heads of the patterns have already reached
   * `count` stars: `stars` contains the number of each star and the position where it was reached, ordered by position.
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
      const segment = states.output(state);
      if (segment !== 0) this.#serveAll(segment, at + 1);
    }
    this.#serveEnds(states.output(state), length);
    return this.#best;
  }

  /** The number of steps taken and segments examined so far. The bounds above limit this number. */
  get steps(): number {
    return looks + this.#segments.states.steps;
  }

  /** The memory kept with the set, in octets. */
  get memory(): number {
    const { states, firstEdge, endEdge, edges, chains, firstEnd, ends } = this.#segments;
    const arrays = [firstEdge, endEdge, edges, chains, firstEnd, ends];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, states.memory);
  }

  #prepare(): void {
    const { states, edges, firstEdge } = this.#segments;
    states.begin();
    queues = atLeast(queues, (states.segments + 1) * QUEUE);
    waits = atLeast(waits, (edges.length / EDGE) * WAIT);
    reached = atLeast(reached, firstEdge.length * STAR);
    if (query > 0x7ffffff0 || filled > 0x70000000) {
      queues.fill(0);
      reached.fill(0);
      query = filled = 0;
    }
    query++;
    filled++;
  }

  /** Marks the star as reached and queues it for each of its segments. */
  #reach(star: number, at: number): void {
    const { firstEdge, endEdge, edges } = this.#segments;
    if (reached[star * STAR + BY] === query) return;
    reached[star * STAR + BY] = query;
    reached[star * STAR + AT] = at;
    const end = endEdge[star] as number;
    looks += end - (firstEdge[star] as number);
    for (let edge = firstEdge[star] as number; edge < end; edge++) {
      if ((edges[edge * EDGE + GREATEST] as number) <= this.#best) continue;
      waits[edge * WAIT + CHAINED] = 0;
      enqueue(edges[edge * EDGE + SEGMENT] as number, edge, at);
    }
  }

  /** Serves every segment that ends at `at`. `longest` is the longest of these segments. */
  #serveAll(longest: number, at: number): void {
    const { states } = this.#segments;
    for (let segment = nextFilled(longest, states.shorter); segment !== 0; ) {
      this.#serve(segment, at - states.lengthOf(segment), at);
      segment = nextFilled(states.shorter[segment] as number, states.shorter);
    }
  }

  /**
   * Serves the stars that wait for this segment. The queue is ordered by the positions where its stars were reached.
   */
  #serve(segment: number, latest: number, at: number): void {
    const { edges } = this.#segments;
    const queue = segment * QUEUE;
    for (;;) {
      const edge = queues[queue + FIRST] as number;
      looks++;
      if (edge < 0 || (waits[edge * WAIT + SINCE] as number) > latest) return;
      queues[queue + FIRST] = waits[edge * WAIT + NEXT] as number;
      const chained = waits[edge * WAIT + CHAINED] as number;
      if (chained !== 0) this.#goOn(edge, chained, at);
      else {
        const rank = edges[edge * EDGE + RANK] as number;
        const child = edges[edge * EDGE + CHILD] as number;
        if (rank > this.#best) this.#best = rank;
        if (child >= 0) this.#reach(child, at);
        else if (child < -1) this.#goOn(edge, -1 - child, at);
      }
    }
  }

  /** Queues the edge for the next segment of its chain; at the end of the chain, reaches the star that follows. */
  #goOn(edge: number, chained: number, at: number): void {
    const next = this.#segments.chains[chained] as number;
    if (next < 0) {
      this.#reach(-1 - next, at);
      return;
    }
    waits[edge * WAIT + CHAINED] = chained + 1;
    enqueue(next, edge, at);
  }

  /** Serves segments that must match at the end of the target. `longest` is the longest segment that ends there. */
  #serveEnds(longest: number, length: number): void {
    const { states, firstEnd, ends } = this.#segments;
    for (let segment = longest; segment !== 0; segment = states.shorter[segment] as number) {
      const latest = length - states.lengthOf(segment);
      looks++;
      for (let end = firstEnd[segment] as number; end !== 0; end = ends[end + NEXT_END] as number) {
        const star = (ends[end + END_STAR] as number) * STAR;
        const rank = ends[end + END_RANK] as number;
        if (rank > this.#best && reached[star + BY] === query && (reached[star + AT] as number) <= latest)
          this.#best = rank;
      }
    }
  }
}

function enqueue(segment: number, edge: number, at: number): void {
  const queue = segment * QUEUE;
  waits[edge * WAIT + SINCE] = at;
  waits[edge * WAIT + NEXT] = -1;
  if (queues[queue + FILLED_BY] !== query || (queues[queue + FIRST] as number) < 0) {
    queues[queue + FILLED_BY] = query;
    queues[queue + FIRST] = edge;
    filled++;
  } else waits[(queues[queue + LAST] as number) * WAIT + NEXT] = edge;
  queues[queue + LAST] = edge;
}

/** The first segment with a non-empty queue among `from` and its shorter suffixes; 0 if there is none. */
function nextFilled(from: number, shorter: Int32Array): number {
  let segment = from;
  while (segment !== 0 && !isFilled(segment)) segment = skipFrom(segment, shorter);
  for (let passed = from; passed !== segment; looks++) {
    const then = skipFrom(passed, shorter);
    queues[passed * QUEUE + SKIP] = segment;
    queues[passed * QUEUE + SKIP_FROM] = filled;
    passed = then;
  }
  return segment;
}

function isFilled(segment: number): boolean {
  return queues[segment * QUEUE + FILLED_BY] === query && (queues[segment * QUEUE + FIRST] as number) >= 0;
}

function skipFrom(segment: number, shorter: Int32Array): number {
  const queue = segment * QUEUE;
  return (queues[queue + SKIP_FROM] === filled ? queues[queue + SKIP] : shorter[segment]) as number;
}

function atLeast(scratch: Int32Array, length: number): Int32Array {
  return scratch.length < length ? new Int32Array(length) : scratch;
}
