/**
 * Finds all regions of targets on which two rule lists give different verdicts, with the deciding rule before and after
 * the change.
 *
 * The verdict on a target changes only if at least one of the two deciding rules is in only one list: if both rules
 * were in both lists, each would outrank the other. The search therefore pairs each rule that is in only one list with
 * each opposite rule of the other list, and with the case that no rule matches. It finds the smallest target that each
 * pair decides.
 */
import type { ChangedTargets, UndecidedRule } from './changed-targets.ts';
import type { ComparedRule } from './compared-rule.ts';
import { ListPair } from './list-pair.ts';
import type { RuleSide } from './rule-side.ts';
import { shortestMatch } from './shortest-match.ts';
import { RULES_A_UNIT, type WorkBudget } from './work-budget.ts';

/**
 * The length of each rule's first turn, in units of work: enough to find the shortest target of the rule. Each later
 * turn is `GROWTH` times as long as the turn before.
 */
const FIRST_TURN = 1;
const GROWTH = 4;

/**
 * Yields each region, and each rule that the budget left undecided; yields `undefined` after a piece of work without a
 * result. Turns start short, so that a hard rule, or a rule with thousands of regions, does not use up the budget of
 * the other rules.
 */
export function* changedRegions(
  before: RuleSide,
  after: RuleSide,
  budget: WorkBudget,
): Generator<ChangedTargets | UndecidedRule | undefined> {
  if (!budget.spend((before.rules.length + after.rules.length) / RULES_A_UNIT)) {
    yield { before: undefined, after: undefined };
    return;
  }
  let waiting = rulesToAsk(before, after, budget);
  for (let turn = FIRST_TURN; waiting.length > 0 && budget.left > 0; turn *= GROWTH) {
    const unfinished: RuleRegions[] = [];
    for (const rule of waiting) {
      if (budget.left === 0 || !(yield* rule.take(turn))) unfinished.push(rule);
      yield undefined;
    }
    waiting = unfinished;
  }
  for (const rule of waiting) yield rule.undecided;
}

function rulesToAsk(before: RuleSide, after: RuleSide, budget: WorkBudget): RuleRegions[] {
  const removed = before.rules.filter((rule) => after.orderOf(rule) < 0);
  const added = after.rules.filter((rule) => before.orderOf(rule) < 0);
  const ofRemoved = new ListPair(before, after, budget, false, () => true);
  // A pair of a removed and an added rule is found only once, from the list before the change.
  const isRemoved = new Set(removed);
  const ofAdded = new ListPair(after, before, budget, true, (rule) => !isRemoved.has(rule));
  return [
    ...removed.map((rule) => new RuleRegions(rule, ofRemoved)),
    ...added.map((rule) => new RuleRegions(rule, ofAdded)),
  ];
}

/** The work charged for a region. A region also takes about 1 KB of memory. */
const WORK_OF_REGION = 4;

/** The maximum share of a turn that a single search may take. */
const LARGEST_SHARE = 1 / 4;

type Decider = ComparedRule | undefined;

/** All regions that `rule` decides on its side. */
class RuleRegions {
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
