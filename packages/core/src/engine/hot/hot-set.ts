/**
 * One rule set with cached states: decides how much the set may learn, and when to use its states. This file is the
 * only entry point to this directory.
 *
 * Each query earns credit for the set, and each step that the set learns costs credit. For ordinary sets, learning
 * therefore costs at most 30 to 100 ns per query. If most targets are new, as for a large set that seldom gets the same
 * target twice, the states are unused most of the time.
 */
import { ALLOWED, type HotStates, NOT_KNOWN, priceOfStep, sharedHotStates } from './hot-states.ts';

export { ALLOWED, NOT_KNOWN };

/**
 * The number of steps for which a set must have credit before it starts, and the maximum number of steps that it learns
 * per query.
 */
const STEPS_TO_BEGIN = 16;
const STEPS_AT_ONCE = 8;

/**
 * The maximum size of a set with cached states. In a larger set, a place could not store the number of octets that
 * remain in a label (`places.ts`).
 */
const LONGEST_FORM = 2 ** 23 - 1;

/**
 * The maximum trust. Trust grows by 1 with each answered query and falls by 1 with each unanswered query. If it would
 * fall below 0, the set rests: its states are not used for the next `REST` queries.
 */
const MOST_TRUST = 16;
const REST = 128;

/** Whether this many queries earn enough credit for the first steps. */
export function canBegin(questions: number): boolean {
  return questions > STEPS_TO_BEGIN * priceOfStep();
}

/** A set with cached states, created after many queries. */
export class HotSet {
  readonly #form: Uint8Array;
  readonly #offset: number;
  readonly #states: HotStates = sharedHotStates();
  #start = 0;
  /** The credit earned by queries and not yet spent on steps. */
  #credit: number;
  #trust = 0;

  /** @param questions The number of queries that the set at `offset` of `form` has already answered. */
  constructor(form: Uint8Array, offset: number, questions: number) {
    this.#form = form;
    this.#offset = offset;
    this.#credit = questions;
  }

  /** Returns `ALLOWED`, `DISALLOWED`, or `NOT_KNOWN`, in which case the compiled set must answer. */
  ask(target: string): number {
    this.#credit++;
    if (this.#start < this.#states.firstStart && !this.#begins()) return NOT_KNOWN;
    if (this.#trust < 0) {
      this.#trust++;
      return NOT_KNOWN;
    }
    // A set whose states are in use earns a second credit per query, so that it may learn twice as fast.
    this.#credit++;
    const answer = this.#states.answer(this.#start, target);
    if (answer === NOT_KNOWN) this.#learn(target);
    else if (this.#trust < MOST_TRUST) this.#trust++;
    return answer;
  }

  #begins(): boolean {
    if (!canBegin(this.#credit) || this.#form.length > LONGEST_FORM) return false;
    this.#start = this.#states.start(this.#form, this.#offset);
    this.#trust = MOST_TRUST;
    return true;
  }

  #learn(target: string): void {
    this.#trust = this.#trust === 0 ? -REST : this.#trust - 1;
    const { price } = this.#states;
    const most = Math.trunc(Math.min(STEPS_AT_ONCE, this.#credit / price));
    if (most > 0)
      this.#credit -= price * this.#states.learn(this.#start, this.#form, this.#offset, target, most);
  }
}
