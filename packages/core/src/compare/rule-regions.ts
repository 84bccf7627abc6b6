/** Searches, turn by turn, for the regions of one rule that is in one list only. */
import type { ChangedTargets, UndecidedRule } from './changed-targets.ts';
import type { ComparedRule } from './compared-rule.ts';
import type { ListPair } from './list-pair.ts';
import { shortestMatch } from './shortest-match.ts';

/** The work charged for a region. A region also takes about 1 KB of memory. */
const WORK_OF_REGION = 4;

/** The maximum share of a turn that a single search may take. */
const LARGEST_SHARE = 1 / 4;

type Decider = ComparedRule | undefined;

/** All regions that `rule` decides on its side. */
export class RuleRegions {
  readonly #rule: ComparedRule;
  readonly #lists: ListPair;
  #answers: Iterator<Decider> | undefined;
  /** Searches that did not fit into an earlier turn. */
  #hard: Decider[] = [];

  constructor(rule: ComparedRule, lists: ListPair) {
    this.#rule = rule;
    this.#lists = lists;
  }

  /** The rule as it is reported if the budget ran out before all its regions were found. */
  get undecided(): UndecidedRule {
    return this.#lists.sides(this.#rule, undefined);
  }

  /** Yields regions for `turn` units of work; returns true when the rule has no more regions. */
  *take(turn: number): Generator<ChangedTargets | undefined, boolean> {
    const { budget } = this.#lists;
    const end = Math.max(0, budget.left - turn);
    budget.spend(1);
    if (!this.#answers) yield* this.#begin();
    const again = this.#hard;
    this.#hard = [];
    for (;;) {
      if (budget.left <= end) {
        this.#hard.push(...again);
        return false;
      }
      const [other, isLast] = again.length > 0 ? [again.pop(), false] : this.#next();
      if (isLast) return this.#hard.length === 0;
      yield* this.#between(other, turn * LARGEST_SHARE);
    }
  }

  /**
   * Tries the shortest target that the rule matches. Most rules decide that target, which is then the smallest of its
   * region.
   */
  *#begin(): Generator<ChangedTargets | undefined> {
    const { own, other, isWanted } = this.#lists;
    const witness = shortestMatch(this.#rule, own.space);
    const isDeciding = witness !== undefined && own.decider(witness) === this.#rule;
    const decider = isDeciding ? other.decider(witness) : undefined;
    const isChanged = isDeciding && (decider?.isAllow ?? true) !== this.#rule.isAllow;
    this.#answers = this.#answersBut(isChanged, decider);
    if (isChanged && (!decider || isWanted(decider))) yield this.#found(decider, witness);
  }

  *#answersBut(isKnown: boolean, known: Decider): Generator<Decider> {
    for (const other of this.#lists.answers(this.#rule)) if (!isKnown || other !== known) yield other;
  }

  #next(): readonly [Decider, isLast: boolean] {
    const { done = false, value } = (this.#answers as Iterator<Decider>).next();
    return [value, done];
  }

  *#between(other: Decider, limit: number): Generator<ChangedTargets | undefined> {
    const answer = yield* this.#lists.ask(this.#rule, other, limit);
    if (answer.kind === 'found') yield this.#found(other, answer.target);
    else if (answer.kind === 'undecided') this.#hard.push(other);
  }

  #found(other: Decider, witness: string): ChangedTargets {
    this.#lists.budget.spend(WORK_OF_REGION);
    return { ...this.#lists.sides(this.#rule, other), witness };
  }
}
