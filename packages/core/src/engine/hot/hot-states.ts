/**
 * A cache of automaton states for frequently queried rule sets: a lazily determinized automaton that reads the target
 * as a string. One step per octet finds the next state of the pattern set (`places.ts`) and shows whether the target is
 * still in the usual form. No octet is copied or read twice, so a query costs little more than reading its target.
 *
 * The compiled set answers queries with unknown steps, and these steps are then learned one by one (`hot-set.ts`). One
 * pool serves all sets of the process. When it is full, it is cleared.
 *
 * - *Rows* are states with a step for each octet. A row takes 256 octets of memory.
 * - *Runs* are states within a label. A run expects one octet; any other octet leads to the state to which it would
 *   lead without this label. Runs are 80 to 90 % of all states. Without runs, 220 rules took 880 KB and were no faster;
 *   with runs, they take 120 KB.
 *
 * Bounds: the pool takes 4 MB once per process, of which the system commits only the part in use. A query takes one
 * step per octet, and at most 32 more when it leaves a label. Learning a step examines at most 32 places and creates at
 * most 33 states. This takes 1 µs for ordinary sets and 8 µs at worst. Memory does not grow with the number of
 * queries.
 */

import { isWholeAfter, startOfPath, syntaxAfter } from '../../patterns/target-octets.ts';
import { allowsAt } from '../../rules/rule.ts';
import { HEADER, LONGEST_RECORD, PLACE, Places } from './places.ts';

/** Results of {@link HotStates.answer}. */
export const NOT_KNOWN = 0;
export const ALLOWED = 1;
export const DISALLOWED = 2;

const ROWS = 8192;
/** The number of states. Rows have the numbers below {@link ROWS}; runs have the other numbers. */
const STATES = 32_768;
const OCTETS = 128;
const LOG_BUCKETS = 13;
const LOWEST_PRICE = 32;
const HIGHEST_PRICE = 256;
/** If a full pool has more sets than this limit, most of the sets are probably used only briefly. */
const MANY_SETS = 32;

/**
 * Special values instead of a state: the step is unknown (`UNKNOWN`); the target leaves the usual form, or there are
 * too many places (`LEFT`).
 */
const UNKNOWN = 0;
const LEFT = 1;

export class HotStates {
  /** Start states below this number have been cleared. */
  firstStart: number = STATES;
  /** The price of each learned step: the number of queries that pay for it. */
  price: number = LOWEST_PRICE;

  /** Rows: the next state for each octet. */
  readonly #steps: Uint16Array = new Uint16Array(ROWS * OCTETS);
  /** Runs: the expected octet, the next state after it, and the state that handles other octets. */
  readonly #expected: Uint8Array = new Uint8Array(STATES);
  readonly #after: Uint16Array = new Uint16Array(STATES);
  readonly #otherwise: Uint16Array = new Uint16Array(STATES);
  /** The answer if the target ends in this state. */
  readonly #answers: Uint8Array = new Uint8Array(STATES);
  /**
   * The records of states. Each consists of its length, the set, syntax and answer, the best rank so far, and the
   * places. In the benchmark, a record has 8 to 16 numbers.
   */
  readonly #records: Int32Array = new Int32Array(STATES * 12);
  readonly #recordAt: Int32Array = new Int32Array(STATES);
  readonly #buckets: Uint16Array = new Uint16Array(2 ** LOG_BUCKETS);
  readonly #nextInBucket: Uint16Array = new Uint16Array(STATES);
  readonly #places = new Places();
  #rows = LEFT + 1;
  #states: number = ROWS;
  #recordsEnd = 0;
  #sets = 0;

  /** Returns the state before the first octet, in the set at `offset` of `form`. */
  start(form: Uint8Array, offset: number): number {
    if (this.#isFull()) this.#forget();
    this.#places.findFirst(form, offset);
    return this.firstStart + this.#stateOf(++this.#sets, 0);
  }

  /** Returns the answer for `target`, or {@link NOT_KNOWN} if one of its steps is unknown. */
  answer(start: number, target: string): number {
    const from = startOfPath(target);
    if (from < 0) return NOT_KNOWN;
    const steps = this.#steps;
    const expected = this.#expected;
    const after = this.#after;
    const otherwise = this.#otherwise;
    const length = target.length;
    let state = start - this.firstStart;
    let all = 0;
    for (let at = from; at < length; ) {
      const octet = target.charCodeAt(at);
      let next: number;
      if (state < ROWS) {
        next = steps[state * OCTETS + (octet & (OCTETS - 1))] as number;
        all |= octet;
      } else if (expected[state] === octet) {
        next = after[state] as number;
      } else {
        state = otherwise[state] as number;
        continue;
      }
      if (next <= LEFT) return NOT_KNOWN;
      state = next;
      at++;
    }
    const answer = all < OCTETS ? (this.#answers[state] as number) : NOT_KNOWN;
    // `/robots.txt` itself is always allowed. Few targets have its length, so this check is cheap.
    return answer === DISALLOWED && length - from === '/robots.txt'.length ? NOT_KNOWN : answer;
  }

  /** Learns unknown steps on the path of `target`, up to the limit `most`. Returns the number of steps learned. */
  learn(start: number, form: Uint8Array, offset: number, target: string, most: number): number {
    let state = start - this.firstStart;
    let learnt = 0;
    for (let at = startOfPath(target); at >= 0 && at < target.length && state > LEFT; at++) {
      const octet = target.charCodeAt(at);
      if (octet >= OCTETS) break;
      while (state >= ROWS && this.#expected[state] !== octet) state = this.#otherwise[state] as number;
      let next = (state < ROWS ? this.#steps[state * OCTETS + octet] : this.#after[state]) as number;
      if (next === UNKNOWN) {
        if (learnt++ === most) return most;
        if (this.#isFull()) {
          this.#forget();
          break;
        }
        next = this.#nextState(form, offset, state, octet);
        if (state < ROWS) this.#steps[state * OCTETS + octet] = next;
        else this.#after[state] = next;
      }
      state = next;
    }
    return learnt;
  }

  #nextState(form: Uint8Array, offset: number, state: number, octet: number): number {
    const at = this.#recordAt[state] as number;
    const syntax = syntaxAfter((this.#records[at + 2] as number) >> 2, octet);
    if (syntax < 0) return LEFT;
    this.#places.begin(form, offset, this.#records[at + 3] as number);
    const isKept = this.#places.findNext(
      this.#records,
      at + HEADER,
      at + (this.#records[at] as number),
      octet,
    );
    return isKept ? this.#stateOf(this.#records[at + 1] as number, syntax) : LEFT;
  }

  /** Returns the state for the places that were found, and creates it if needed. */
  #stateOf(set: number, syntax: number): number {
    const isSettled = this.#places.recordEnd === HEADER;
    this.#places.record[0] = this.#places.recordEnd;
    // Without places, only the verdict matters. All sets therefore share these states.
    this.#places.record[1] = isSettled ? 0 : set;
    this.#places.record[2] = syntax * 4 + answerOf(this.#places.bestAtEnd);
    // Without places, the answer can replace the best rank, because both have the same parity.
    this.#places.record[3] = isSettled ? answerOf(this.#places.best) : this.#places.best;
    const bucket = this.#hashOfRecord();
    let state = this.#buckets[bucket] as number;
    while (state !== 0 && !this.#isOfRecord(state)) state = this.#nextInBucket[state] as number;
    return state === 0 ? this.#newState(set, syntax, bucket) : state;
  }

  #hashOfRecord(): number {
    let hash = 0;
    for (let at = 0; at < this.#places.recordEnd; at++) {
      hash = Math.imul(hash + (this.#places.record[at] as number), 0x9e3779b1);
    }
    return hash >>> (32 - LOG_BUCKETS);
  }

  #isOfRecord(state: number): boolean {
    const from = this.#recordAt[state] as number;
    let at = 0;
    while (at < this.#places.recordEnd && this.#records[from + at] === this.#places.record[at]) at++;
    return at === this.#places.recordEnd;
  }

  #newState(set: number, syntax: number, bucket: number): number {
    const from = this.#recordsEnd;
    for (let at = 0; at < this.#places.recordEnd; at++)
      this.#records[this.#recordsEnd++] = this.#places.record[at] as number;
    const answer = isWholeAfter(syntax) ? answerOf(this.#places.bestAtEnd) : NOT_KNOWN;
    const octet = this.#places.takeLabel();
    const state = octet < 0 ? this.#rows++ : this.#states++;
    this.#recordAt[state] = from;
    this.#answers[state] = answer;
    if (octet >= 0) {
      this.#expected[state] = octet;
      this.#after[state] = UNKNOWN;
      this.#otherwise[state] = this.#stateOf(set, syntax);
    }
    this.#nextInBucket[state] = this.#buckets[bucket] as number;
    this.#buckets[bucket] = state;
    return state;
  }

  /** Whether there may be too little room for one more step, which can create one state per place plus one. */
  #isFull(): boolean {
    const places = LONGEST_RECORD / PLACE;
    return (
      this.#rows === ROWS ||
      this.#states + places > STATES ||
      this.#recordsEnd + places * LONGEST_RECORD > this.#records.length
    );
  }

  #forget(): void {
    this.#steps.fill(UNKNOWN, 0, this.#rows * OCTETS);
    this.#buckets.fill(0);
    this.#rows = LEFT + 1;
    this.#states = ROWS;
    this.#recordsEnd = 0;
    this.price =
      this.#sets > MANY_SETS
        ? Math.min(this.price * 2, HIGHEST_PRICE)
        : Math.max(this.price / 2, LOWEST_PRICE);
    this.#sets = 0;
    this.firstStart += STATES;
  }

  /** For tests: clears all states and changes the price of a step. At price 0, all sets get states immediately. */
  forgetAll(newPrice: number): void {
    this.#forget();
    this.price = newPrice;
  }
}

function answerOf(rank: number): number {
  return allowsAt(rank) ? ALLOWED : DISALLOWED;
}

let shared: HotStates | undefined;

/** The pool of this process: 4 MB, created when the first set needs it. */
export function sharedHotStates(): HotStates {
  shared ??= new HotStates();
  return shared;
}

/** The current price of a step, in queries. */
export function priceOfStep(): number {
  return shared === undefined ? LOWEST_PRICE : shared.price;
}
