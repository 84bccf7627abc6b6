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
import { ListPair } from './list-pair.ts';
import { RuleRegions } from './rule-regions.ts';
import type { RuleSide } from './rule-side.ts';
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
