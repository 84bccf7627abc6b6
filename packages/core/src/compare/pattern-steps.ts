/**
 * Steps through one pattern octet by octet, with the algorithm of Knuth, Morris and Pratt (1977) in each segment. Each
 * segment is matched at its earliest position, which is enough because a star matches any run of octets. A state is the
 * number of literal octets matched; the number of remaining literal octets is a lower bound on the distance to a match.
 */

import { hexValue, PERCENT } from '../bytes/octet.ts';
import { isFolded } from '../patterns/normalise.ts';
import type { Pattern } from '../patterns/pattern.ts';

/** The steps of both forms of one pattern. If the forms are equal, both members are the same object. */
export interface FormSteps {
  readonly folded: PatternSteps;
  readonly plain: PatternSteps;
  /** Whether the pattern may distinguish an escape from the octet that it encodes. */
  readonly seesEscapes: boolean;
}

const known = new WeakMap<Pattern, FormSteps>();

/** Steps through `pattern`, created once. */
export function stepsOf(pattern: Pattern): FormSteps {
  let steps = known.get(pattern);
  if (!steps) {
    const { isAnchored } = pattern;
    const folded = new PatternSteps(pattern.folded, isAnchored);
    const isOne = pattern.plain === pattern.folded;
    const plain = isOne ? folded : new PatternSteps(pattern.plain, isAnchored);
    steps = { folded, plain, seesEscapes: seesEscapes(pattern) };
    known.set(pattern, steps);
  }
  return steps;
}

/**
 * Whether the pattern may distinguish an escape from the octet that it encodes. False if the pattern has no `%`, no
 * octet that folding changes, and no segment after a star that begins with a digit of an escape. A star then matches
 * all three octets of every escape, and also the escaped octet itself, unless that is `/` or `?`. For a set of such
 * patterns, replacing each escape by `!`, or by a raw `/` or `?`, gives a shorter target that exactly the same patterns
 * match.
 */
function seesEscapes({ folded: [first, ...more] }: Pattern): boolean {
  return (
    [first as Uint8Array, ...more].some((segment) => segment.some(isFoldedOrPercent)) ||
    more.some(([octet]) => octet !== undefined && isDigitOfEscape(octet))
  );
}

/** Whether the octet may be a digit of an escape. In the plain form, these digits are in upper case. */
function isDigitOfEscape(octet: number): boolean {
  return hexValue(octet) >= 0 && octet < LOWER_A;
}

const LOWER_A = 0x61;

function isFoldedOrPercent(octet: number): boolean {
  return octet === PERCENT || isFolded(octet, false);
}

/** The state of a target that can no longer match. */
export const DEAD = -1;

/** Steps through one form of one pattern. States are 0 to {@link PatternSteps.total}. Memory: 9 octets per state. */
export class PatternSteps {
  /** The number of literal octets in the pattern, and the state in which it matches. */
  readonly total: number;
  readonly #literals: Uint8Array;
  /** For each state, the start of the segment that it is in. */
  readonly #segmentStart: Int32Array;
  /** The next state after a mismatch, within the same segment. */
  readonly #failure: Int32Array;
  readonly #headEnd: number;
  readonly #hasStar: boolean;
  /** Whether a match remains a match, regardless of the octets that follow. */
  readonly #isOpen: boolean;

  constructor(segments: readonly Uint8Array[], isAnchored: boolean) {
    this.total = segments.reduce((sum, { length }) => sum + length, 0);
    this.#literals = new Uint8Array(this.total);
    this.#segmentStart = new Int32Array(this.total + 1);
    this.#failure = new Int32Array(this.total + 1);
    this.#headEnd = (segments[0] as Uint8Array).length;
    this.#hasStar = segments.length > 1;
    const last = segments[segments.length - 1] as Uint8Array;
    this.#isOpen = !isAnchored || (this.#hasStar && last.length === 0);
    let start = 0;
    for (const segment of segments) {
      this.#addSegment(segment, start);
      start += segment.length;
    }
    this.#segmentStart[this.total] = this.total - last.length;
  }

  /** Whether the pattern matches a target that ends in `state`. */
  isMatch(state: number): boolean {
    return state === this.total;
  }

  /** Whether the pattern matches every target that continues from `state`. */
  staysMatch(state: number): boolean {
    return state === this.total && this.#isOpen;
  }

  /** The minimum number of octets that a match still needs. */
  distance(state: number): number {
    return state === DEAD ? Number.POSITIVE_INFINITY : this.total - state;
  }

  step(from: number, octet: number): number {
    if (from === DEAD || (from === this.total && this.#isOpen)) return from;
    let state = from;
    for (;;) {
      if (state < this.total && this.#literals[state] === octet) return state + 1;
      if (state < this.#headEnd || !this.#hasStar) return DEAD;
      if (state === this.#segmentStart[state]) return state;
      state = this.#failure[state] as number;
    }
  }

  stepAll(from: number, octets: readonly number[]): number {
    let state = from;
    for (const octet of octets) state = this.step(state, octet);
    return state;
  }

  /** The only octet that does not lead to {@link DEAD}; −1 if there are several. */
  onlyOctet(state: number): number {
    return state >= 0 && state < this.#headEnd ? (this.#literals[state] as number) : -1;
  }

  /** Adds to `to` the octets that lead to a different state than all other octets. */
  addOctets(from: number, to: Set<number>): void {
    if (from === DEAD || (from === this.total && this.#isOpen)) return;
    let state = from;
    for (;;) {
      if (state < this.total) to.add(this.#literals[state] as number);
      if (state < this.#headEnd || state === this.#segmentStart[state]) return;
      state = this.#failure[state] as number;
    }
  }

  #addSegment(segment: Uint8Array, start: number): void {
    this.#literals.set(segment, start);
    this.#segmentStart.fill(start, start, start + segment.length);
    let matched = 0;
    for (let at = 1; at < segment.length; at++) {
      this.#failure[start + at] = start + matched;
      while (matched > 0 && segment[at] !== segment[matched]) {
        matched = (this.#failure[start + matched] as number) - start;
      }
      if (segment[at] === segment[matched]) matched++;
    }
    this.#failure[start + segment.length] = start + matched;
  }
}
