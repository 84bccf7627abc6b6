/**
 * All regions of targets that two rule lists answer differently, each with the rule that decides before and the one
 * that decides after.
 *
 * A target changes only if a rule that stands in one list alone decides about it on its side: were both deciding
 * rules in both lists, each would outrank the other. So each such rule is taken with each rule of the other list
 * that says the opposite, and with none, and the smallest target that these two decide about is looked for.
 */
import type { ComparedRule } from './compared-rule.ts';
import { type Answer, findTarget } from './find-target.ts';
import { mayMeet } from './may-meet.ts';
import { RuleIndex } from './rule-index.ts';
import type { RuleSide } from './rule-side.ts';
import { shortestMatch } from './shortest-match.ts';
import type { WorkBudget } from './work-budget.ts';

/** Targets that change, all decided by the same two rules. */
export interface ChangedTargets {
  /** `undefined` where no rule matches, so that the targets are allowed. */
  readonly before: ComparedRule | undefined;
  readonly after: ComparedRule | undefined;
  /** The smallest of them. */
  readonly witness: string;
}

/**
 * A rule that stands in one list alone, of which it stayed undecided whether it changes a target; without a rule
 * where the lists were not looked at, because nothing was left of the budget.
 */
export type UndecidedRule = Pick<ChangedTargets, 'before' | 'after'>;

const UNDECIDED = 'undecided';

/** What comes of one rule; `undefined` after a piece of work. */
type Piece = ChangedTargets | typeof UNDECIDED | undefined;

/** Rules whose presence in the other list is looked up for one unit of work. */
const RULES_A_UNIT = 32;

/** Regions take memory, too: about 1 KB. */
const WORK_OF_REGION = 4;

/** Yields each region, and each rule that the budget left undecided; `undefined` after a piece of work. */
export function* changedRegions(
  before: RuleSide,
  after: RuleSide,
  budget: WorkBudget,
): Generator<ChangedTargets | UndecidedRule | undefined> {
  if (!budget.spend((before.rules.length + after.rules.length) / RULES_A_UNIT)) {
    yield { before: undefined, after: undefined };
    return;
  }
  const removed = before.rules.filter((rule) => after.orderOf(rule) < 0);
  const added = after.rules.filter((rule) => before.orderOf(rule) < 0);
  if (removed.length > 0) yield* new OneSide(before, after, budget, false).regions(removed, () => true);
  if (added.length > 0) {
    // What both decide by rules of one list alone was found from the other side.
    const isRemoved = new Set(removed);
    yield* new OneSide(after, before, budget, true).regions(added, (rule) => !isRemoved.has(rule));
  }
}

/** Rules of `own` alone, against all of `other`. */
class OneSide {
  readonly #own: RuleSide;
  readonly #other: RuleSide;
  readonly #budget: WorkBudget;
  /** `own` is the list after. */
  readonly #isSwapped: boolean;
  /** Rules of `other` that `own` has, too. */
  readonly #common: ReadonlySet<ComparedRule>;
  readonly #opposing: ReadonlyMap<boolean, RuleIndex>;

  constructor(own: RuleSide, other: RuleSide, budget: WorkBudget, isSwapped: boolean) {
    this.#own = own;
    this.#other = other;
    this.#budget = budget;
    this.#isSwapped = isSwapped;
    this.#common = new Set(other.rules.filter((rule) => own.orderOf(rule) >= 0));
    this.#opposing = new Map(
      [true, false].map((isAllow) => [
        isAllow,
        new RuleIndex(other.rules.filter((rule) => rule.isAllow !== isAllow)),
      ]),
    );
  }

  *regions(
    rules: readonly ComparedRule[],
    isWanted: (rule: ComparedRule) => boolean,
  ): Generator<ChangedTargets | UndecidedRule | undefined> {
    for (const rule of rules) {
      let isDecided = this.#budget.spend(1);
      if (isDecided) {
        for (const found of this.#of(rule, isWanted)) {
          isDecided &&= found !== UNDECIDED;
          if (found === UNDECIDED) continue;
          if (found) this.#budget.spend(WORK_OF_REGION);
          yield found;
        }
      }
      yield isDecided ? undefined : this.#sides(rule, undefined);
    }
  }

  /** All regions of one rule; ends with {@link UNDECIDED} when the budget does. */
  *#of(rule: ComparedRule, isWanted: (rule: ComparedRule) => boolean): Generator<Piece> {
    const first = this.#atShortestMatch(rule, isWanted);
    if (first) yield first;
    const known = first && (this.#isSwapped ? first.before : first.after);
    if (!rule.isAllow && !(first && known === undefined)) yield* this.#between(rule, undefined);
    for (const other of this.#opposing.get(rule.isAllow)?.meeting(rule) ?? []) {
      if (other === known || !isWanted(other) || !this.#mayMeet(rule, other)) continue;
      yield* this.#between(rule, other);
      if (this.#budget.left > 0) continue;
      yield UNDECIDED;
      return;
    }
  }

  /** Most rules decide about the shortest target that they match: then it is the smallest of its region. */
  #atShortestMatch(
    rule: ComparedRule,
    isWanted: (rule: ComparedRule) => boolean,
  ): ChangedTargets | undefined {
    const witness = shortestMatch(rule);
    if (witness === undefined || this.#own.decider(witness) !== rule) return undefined;
    const other = this.#other.decider(witness);
    if ((other?.isAllow ?? true) === rule.isAllow || (other && !isWanted(other))) return undefined;
    return { ...this.#sides(rule, other), witness };
  }

  /** A rule that both lists have outranks the other in both, or never decides beside it. */
  #mayMeet(rule: ComparedRule, other: ComparedRule): boolean {
    if (other.rank > rule.rank && this.#common.has(other)) return false;
    return mayMeet(rule.pattern, other.pattern);
  }

  *#between(rule: ComparedRule, other: ComparedRule | undefined): Generator<Piece> {
    const sides = this.#sides(rule, other);
    const answer = yield* this.#ask(sides);
    if (answer.kind === 'found') yield { ...sides, witness: answer.target };
    else if (answer.kind === 'undecided') yield UNDECIDED;
  }

  *#ask({ before: decidesBefore, after: decidesAfter }: UndecidedRule): Generator<undefined, Answer> {
    if (!this.#budget.spend(1)) return { kind: 'undecided' };
    const [before, after] = this.#isSwapped ? [this.#other, this.#own] : [this.#own, this.#other];
    return yield* findTarget({ before, after, decidesBefore, decidesAfter }, this.#budget);
  }

  #sides(own: ComparedRule, other: ComparedRule | undefined): UndecidedRule {
    return this.#isSwapped ? { before: other, after: own } : { before: own, after: other };
  }
}
