/** Bounds the work of a comparison. */

/**
 * The default limit on automaton states. A comparison that reaches the limit, which never happens with real files,
 * takes a few seconds and about 200 MB of memory.
 */
export const DEFAULT_BUDGET = 400_000;

/** The number of rules of a list that one unit of work looks up. */
export const RULES_A_UNIT = 32;

/**
 * The maximum share of the remaining work that a single search may take, so that a hard search leaves work for other
 * searches.
 */
const LARGEST_SHARE = 1 / 8;

export class WorkBudget {
  readonly total: number;
  #left: number;

  constructor(total: number) {
    if (!(total >= 0)) {
      throw new RangeError(`Cannot compare with a budget of ${total}: expected a number of at least 0`);
    }
    this.total = total;
    this.#left = total;
  }

  get left(): number {
    return this.#left;
  }

  /** The work that one search may use. */
  get share(): number {
    return Math.ceil(this.#left * LARGEST_SHARE);
  }

  /** Deducts `work` from the budget; returns false if the budget was already spent. */
  spend(work: number): boolean {
    const isEnough = this.#left > 0;
    this.#left = Math.max(0, this.#left - work);
    return isEnough;
  }
}
