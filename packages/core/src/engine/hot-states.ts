/**
 * Answers for sets that are asked often: a lazily determinised automaton that reads the target as a string. One
 * step an octet tells the state of the pattern set (`places.ts`) and whether the target is still in the usual form,
 * so that nothing is copied and nothing is read twice: a question costs little more than reading its target does.
 *
 * What is not known yet is left to the ordinary way, and learnt step by step (`hot-set.ts`). One pool serves all
 * sets of the process; once it is full, everything is forgotten.
 *
 * - *Rows* are states with a step for each octet, 256 octets each.
 * - *Runs* are states within a label: one octet is expected, and another leads where it leads without this label.
 *   They are four in five to nine in ten. With rows alone 220 rules took 880 KB, and were asked no faster than
 *   without; so they take 120.
 *
 * Bounds: 4 MB once for the process, of which the system gives what is used. A question takes one step an octet and
 * at most 32 more where it leaves a label; learning a step looks at 32 places at most and makes 33 states, in 1 µs in
 * usual sets and 8 in the worst. What is learnt never grows with what is asked.
 */

import { isWholeAfter, startOfPath, syntaxAfter } from '../patterns/target-octets.ts';
import { allowsAt } from '../rules/rule.ts';
import {
  begin,
  best,
  bestAtEnd,
  findFirst,
  findNext,
  HEADER,
  LONGEST_RECORD,
  PLACE,
  record,
  recordEnd,
  takeLabel,
} from './places.ts';

/** What {@link hotAnswer} answers. */
export const NOT_KNOWN = 0;
export const ALLOWED = 1;
export const DISALLOWED = 2;

const ROWS = 8192;
/** Rows have the numbers below {@link ROWS}, runs those above. */
const STATES = 32_768;
const OCTETS = 128;
const LOG_BUCKETS = 13;
const LOWEST_PRICE = 32;
const HIGHEST_PRICE = 256;
/** Where more sets than these have filled the pool, most only pass by. */
const MANY_SETS = 32;

/** Instead of a state: the step is not known; the target leaves the usual form, or the places are too many. */
const UNKNOWN = 0;
const LEFT = 1;

/** Of rows: the step for each octet. */
const steps: Uint16Array = new Uint16Array(ROWS * OCTETS);
/** Of runs: the octet expected, the step for it, and the state that knows what other octets do. */
const expected: Uint8Array = new Uint8Array(STATES);
const after: Uint16Array = new Uint16Array(STATES);
const otherwise: Uint16Array = new Uint16Array(STATES);
/** The answer if the target ends here. */
const answers: Uint8Array = new Uint8Array(STATES);

/** What states are: length, set, syntax and answer, rank so far, places. 8 to 16 numbers each in the bench. */
const records: Int32Array = new Int32Array(STATES * 12);
const recordAt: Int32Array = new Int32Array(STATES);
/** States by a hash of their records. */
const buckets: Uint16Array = new Uint16Array(2 ** LOG_BUCKETS);
const nextInBucket: Uint16Array = new Uint16Array(STATES);

let rows = LEFT + 1;
let states = ROWS;
let recordsEnd = 0;
let sets = 0;

/** Start states below this one were forgotten. */
export let firstStart: number = STATES;

/** How many questions a set pays for each step that it learns. */
export let price: number = LOWEST_PRICE;

/** The state before the first octet, in the set at `offset` of `form`. */
export function hotStart(form: Uint8Array, offset: number): number {
  if (isFull()) forget();
  findFirst(form, offset);
  return firstStart + stateOf(++sets, 0);
}

/** The answer for `target`, if all steps that it takes are known. */
export function hotAnswer(start: number, target: string): number {
  const from = startOfPath(target);
  if (from < 0) return NOT_KNOWN;
  const length = target.length;
  let state = start - firstStart;
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
  const answer = all < OCTETS ? (answers[state] as number) : NOT_KNOWN;
  // `/robots.txt` itself is allowed whatever the rules say: few targets are as long.
  return answer === DISALLOWED && length - from === '/robots.txt'.length ? NOT_KNOWN : answer;
}

/** Learns steps that `target` takes, `most` at most; answers how many. */
export function learnSteps(
  start: number,
  form: Uint8Array,
  offset: number,
  target: string,
  most: number,
): number {
  let state = start - firstStart;
  let learnt = 0;
  for (let at = startOfPath(target); at >= 0 && at < target.length && state > LEFT; at++) {
    const octet = target.charCodeAt(at);
    if (octet >= OCTETS) break;
    while (state >= ROWS && expected[state] !== octet) state = otherwise[state] as number;
    let next = (state < ROWS ? steps[state * OCTETS + octet] : after[state]) as number;
    if (next === UNKNOWN) {
      if (learnt++ === most) return most;
      if (isFull()) {
        forget();
        break;
      }
      next = nextState(form, offset, state, octet);
      if (state < ROWS) steps[state * OCTETS + octet] = next;
      else after[state] = next;
    }
    state = next;
  }
  return learnt;
}

function nextState(form: Uint8Array, offset: number, state: number, octet: number): number {
  const at = recordAt[state] as number;
  const syntax = syntaxAfter((records[at + 2] as number) >> 2, octet);
  if (syntax < 0) return LEFT;
  begin(form, offset, records[at + 3] as number);
  const isKept = findNext(records, at + HEADER, at + (records[at] as number), octet);
  return isKept ? stateOf(records[at + 1] as number, syntax) : LEFT;
}

/** The state of the places found. */
function stateOf(set: number, syntax: number): number {
  const isSettled = recordEnd === HEADER;
  record[0] = recordEnd;
  // Where no place is left, only the verdict matters: all sets share these states.
  record[1] = isSettled ? 0 : set;
  record[2] = syntax * 4 + answerOf(bestAtEnd);
  // Answers are ranks of the same parity.
  record[3] = isSettled ? answerOf(best) : best;
  const bucket = hashOfRecord();
  let state = buckets[bucket] as number;
  while (state !== 0 && !isOfRecord(state)) state = nextInBucket[state] as number;
  return state === 0 ? newState(set, syntax, bucket) : state;
}

function answerOf(rank: number): number {
  return allowsAt(rank) ? ALLOWED : DISALLOWED;
}

function hashOfRecord(): number {
  let hash = 0;
  for (let at = 0; at < recordEnd; at++) {
    hash = Math.imul(hash + (record[at] as number), 0x9e3779b1);
  }
  return hash >>> (32 - LOG_BUCKETS);
}

function isOfRecord(state: number): boolean {
  const from = recordAt[state] as number;
  let at = 0;
  while (at < recordEnd && records[from + at] === record[at]) at++;
  return at === recordEnd;
}

function newState(set: number, syntax: number, bucket: number): number {
  const from = recordsEnd;
  for (let at = 0; at < recordEnd; at++) records[recordsEnd++] = record[at] as number;
  const answer = isWholeAfter(syntax) ? answerOf(bestAtEnd) : NOT_KNOWN;
  const octet = takeLabel();
  const state = octet < 0 ? rows++ : states++;
  recordAt[state] = from;
  answers[state] = answer;
  if (octet >= 0) {
    expected[state] = octet;
    after[state] = UNKNOWN;
    otherwise[state] = stateOf(set, syntax);
  }
  nextInBucket[state] = buckets[bucket] as number;
  buckets[bucket] = state;
  return state;
}

/** One step may make a state for each place in a label, and one more. */
function isFull(): boolean {
  const places = LONGEST_RECORD / PLACE;
  return rows === ROWS || states + places > STATES || recordsEnd + places * LONGEST_RECORD > records.length;
}

function forget(): void {
  steps.fill(UNKNOWN, 0, rows * OCTETS);
  buckets.fill(0);
  rows = LEFT + 1;
  states = ROWS;
  recordsEnd = 0;
  price = sets > MANY_SETS ? Math.min(price * 2, HIGHEST_PRICE) : Math.max(price / 2, LOWEST_PRICE);
  sets = 0;
  firstStart += STATES;
}

/** @internal For tests: everything is forgotten, and steps have another price; at 0 all sets have states at once. */
export function forgetAll(newPrice: number): void {
  forget();
  price = newPrice;
}
