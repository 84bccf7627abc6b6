/**
 * Answers for sets that are asked often: a lazily determinised automaton that reads the target as a string. One
 * step an octet tells the state of the pattern set (`places.ts`) and whether the target is still in the usual form,
 * so that nothing is copied and nothing is read twice: a question costs little more than reading the target does.
 *
 * What is not known yet is left to the ordinary way, and a few steps of it are learnt each time. One pool serves
 * all sets of the process. Once it is full everything is forgotten, and each set must be asked twice as often before
 * it has states again: so sets that only pass by, be they a hundred thousand, soon cost nothing.
 *
 * - *Rows* are states with a step for each octet.
 * - *Runs* are states within a label: one octet is expected; another leads where it leads without this label. They
 *   are nine in ten, and take 9 octets each and not 256, so that a usual set's states fit the processor's caches.
 *
 * Bounds: 1.2 MB once for the process. A question learns at most 8 steps, each of at most 32 places, at some
 * microseconds in all. From one forgetting to the next some 20 ms are spent on learning, and twice as many
 * questions asked as before, up to 2^20 a set. What was learnt never grows with what is asked.
 */
import { NO_MATCH } from './pattern-set.ts';
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
import { isWholeAfter, startOfPath, syntaxAfter } from './target-octets.ts';

/** What {@link hotAnswer} answers. */
export const NOT_KNOWN = 0;
export const ALLOWED = 1;
export const DISALLOWED = 2;

/** Forms of more octets have too many states: they would drive out all others. */
const LARGEST_FORM = 16_384;

const ROWS = 2048;
/** Rows have the numbers below {@link ROWS}, runs those above. */
const STATES = 16_384;
const OCTETS = 128;
const BUCKETS = 4096;
const LEARNT_AT_ONCE = 8;
const FEWEST_QUESTIONS = 1024;
const MOST_QUESTIONS: number = 2 ** 20;

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

/** What states are: length, set, syntax and answer, rank so far, places. A tenth number for a state is more than are used. */
const records: Int32Array = new Int32Array(STATES * 10);
const recordAt: Int32Array = new Int32Array(STATES);
/** States by a hash of their records. */
const buckets: Uint16Array = new Uint16Array(BUCKETS);
const nextInBucket: Uint16Array = new Uint16Array(STATES);

let rows = LEFT + 1;
let states = ROWS;
let recordsEnd = 0;
let sets = 0;

/** Start states below this one were forgotten. */
export let firstStart: number = STATES;

/** A set that was asked so often in the ordinary way has earned states. */
export let questionsToEarn: number = FEWEST_QUESTIONS;

/** The state before the first octet, in the set at `offset` of `form`; 0 if the set is too large. */
export function hotStart(form: Uint8Array, offset: number): number {
  if (form.length > LARGEST_FORM) return 0;
  if (isFull()) forget();
  findFirst(form, offset);
  return firstStart + stateOf(++sets, 0);
}

/** The answer for `target`, if all steps that it takes are known; else some of them are learnt. */
export function hotAnswer(start: number, form: Uint8Array, offset: number, target: string): number {
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
    if (next <= LEFT) {
      if (next === UNKNOWN) learn(form, offset, target, at, state);
      return NOT_KNOWN;
    }
    state = next;
    at++;
  }
  const answer = all < OCTETS ? (answers[state] as number) : NOT_KNOWN;
  // `/robots.txt` itself is allowed whatever the rules say: few targets are as long.
  return answer === DISALLOWED && length - from === '/robots.txt'.length ? NOT_KNOWN : answer;
}

/** Learns the steps of `target` from `from` on, where it is in `state`. */
function learn(form: Uint8Array, offset: number, target: string, from: number, start: number): void {
  let state = start;
  let left = LEARNT_AT_ONCE;
  for (let at = from; at < target.length && state > LEFT; at++) {
    const octet = target.charCodeAt(at);
    if (octet >= OCTETS) return;
    while (state >= ROWS && expected[state] !== octet) state = otherwise[state] as number;
    let next = (state < ROWS ? steps[state * OCTETS + octet] : after[state]) as number;
    if (next === UNKNOWN) {
      if (left-- === 0) return;
      if (isFull()) {
        forget();
        return;
      }
      next = nextState(form, offset, state, octet);
      if (state < ROWS) steps[state * OCTETS + octet] = next;
      else after[state] = next;
    }
    state = next;
  }
}

function nextState(form: Uint8Array, offset: number, state: number, octet: number): number {
  const at = recordAt[state] as number;
  const [length = 0, set = 0, syntaxAndAnswer = 0, rank = 0] = records.subarray(at, at + HEADER);
  const syntax = syntaxAfter(syntaxAndAnswer >> 2, octet);
  if (syntax < 0) return LEFT;
  begin(form, offset, rank);
  return findNext(records, at + HEADER, at + length, octet) ? stateOf(set, syntax) : LEFT;
}

/** The state of the places found. */
function stateOf(set: number, syntax: number): number {
  const isSettled = recordEnd === HEADER;
  record[0] = recordEnd;
  // Where no place is left, only the verdict matters: all sets share these states.
  record[1] = isSettled ? 0 : set;
  record[2] = syntax * 4 + answerOf(bestAtEnd);
  record[3] = !isSettled ? best : answerOf(best) === ALLOWED ? NO_MATCH : 0;
  const bucket = hashOfRecord() & (BUCKETS - 1);
  let state = buckets[bucket] as number;
  while (state !== 0 && !isOfRecord(state)) state = nextInBucket[state] as number;
  return state === 0 ? newState(set, syntax, bucket) : state;
}

function answerOf(rank: number): number {
  return rank === NO_MATCH || (rank & 1) === 1 ? ALLOWED : DISALLOWED;
}

function hashOfRecord(): number {
  let hash = 0;
  for (let at = 0; at < recordEnd; at++) {
    hash = Math.imul(hash ^ (record[at] as number), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

function isOfRecord(state: number): boolean {
  const from = recordAt[state] as number;
  let at = 0;
  while (at < recordEnd && records[from + at] === record[at]) at++;
  return at === recordEnd;
}

function newState(set: number, syntax: number, bucket: number): number {
  const from = recordsEnd;
  records.set(record.subarray(0, recordEnd), from);
  recordsEnd += recordEnd;
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
  steps.fill(UNKNOWN);
  buckets.fill(0);
  rows = LEFT + 1;
  states = ROWS;
  recordsEnd = 0;
  sets = 0;
  firstStart += STATES;
  questionsToEarn = Math.min(questionsToEarn * 2, MOST_QUESTIONS);
}

/** @internal For tests: everything is forgotten, and sets have states after `questions`. */
export function forgetAll(questions: number): void {
  forget();
  questionsToEarn = questions;
}
