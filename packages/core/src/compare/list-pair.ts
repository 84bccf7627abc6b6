/**
 * Two rule lists, seen from one of them. For a rule of this list, finds the rules of the other list that may decide
 * some of the same targets with the opposite verdict.
 */
import type { UndecidedRule } from './changed-targets.ts';
import type { ComparedRule } from './compared-rule.ts';
import { type Answer, findTarget } from './find-target.ts';
import { mayMeet } from './may-meet.ts';
import { RuleIndex } from './rule-index.ts';
import type { RuleSide } from './rule-side.ts';
import type { WorkBudget } from './work-budget.ts';

/** The number of rules of the other list that are examined per unit of work. */
const OTHERS_A_UNIT = 64;

/** `own` compared with `other`. */
export class ListPair {
  readonly own: RuleSide;
  readonly other: RuleSide;
  readonly budget: WorkBudget;
  /** Whether pairs with a given rule of the other list are reported from this side. */
  readonly isWanted: (rule: ComparedRule) => boolean;
  /** Whether this list is the one after the change. */
  readonly #isSwapped: boolean;
  readonly #opposing = new Map<boolean, RuleIndex>();
  readonly #covers = new Map<ComparedRule, number>();

  constructor(
    own: RuleSide,
    other: RuleSide,
    budget: WorkBudget,
    isSwapped: boolean,
    isWanted: (rule: ComparedRule) => boolean,
  ) {
    this.own = own;
    this.other = other;
    this.budget = budget;
    this.isWanted = isWanted;
    this.#isSwapped = isSwapped;
  }

  /**
   * Rules of the other list whose verdict is opposite to that of `rule` and which may decide some of the same targets;
   * `undefined` stands for the case that no rule matches. Leaves out rules that another rule outranks on all of these
   * targets.
   */
  *answers(rule: ComparedRule): Generator<ComparedRule | undefined> {
    if (this.own.coverOf(rule) > rule.order) return;
    const least = this.other.coverOf(rule);
    if (!rule.isAllow && least < 0) yield undefined;
    let looked = 0;
    for (const other of this.#opposingOf(rule).meeting(rule)) {
      if (++looked % OTHERS_A_UNIT === 0) this.budget.spend(1);
      if (other.order < least || !this.isWanted(other)) continue;
      // A higher-ranked rule that is also in this list decides every target that both match, so `rule` decides none of
      // them.
      if (other.rank > rule.rank && this.own.orderOf(other) >= 0) continue;
      if (this.#coverOf(other) <= rule.order && mayMeet(rule.pattern, other.pattern)) yield other;
    }
  }

  /** The smallest target that `rule` decides in this list and `other` decides in the other list. */
  *ask(rule: ComparedRule, other: ComparedRule | undefined, limit: number): Generator<undefined, Answer> {
    const [before, after] = this.#isSwapped ? [this.other, this.own] : [this.own, this.other];
    const { before: decidesBefore, after: decidesAfter } = this.sides(rule, other);
    return yield* findTarget({ before, after, decidesBefore, decidesAfter }, this.budget, limit);
  }

  /** Orders a rule of this list and a rule of the other list: the rule before the change and the rule after it. */
  sides(own: ComparedRule, other: ComparedRule | undefined): UndecidedRule {
    return this.#isSwapped ? { before: other, after: own } : { before: own, after: other };
  }

  #opposingOf({ isAllow }: ComparedRule): RuleIndex {
    let index = this.#opposing.get(isAllow);
    if (!index) {
      index = new RuleIndex(this.other.rules.filter((rule) => rule.isAllow !== isAllow));
      this.#opposing.set(isAllow, index);
    }
    return index;
  }

  /** The position in this list of a rule that matches everything that `other` matches. */
  #coverOf(other: ComparedRule): number {
    let cover = this.#covers.get(other);
    if (cover === undefined) {
      cover = this.own.coverOf(other);
      this.#covers.set(other, cover);
    }
    return cover;
  }
}
