/**
 * All regions of targets that two rule lists answer differently, each with the rule that decides before and the one
 * that decides after.
 *
 * A target changes only if a rule that is in one list only decides about it on its side: were both deciding
 * rules in both lists, each would outrank the other. So each such rule is taken with each rule of the other list
 * that says the opposite, and with none, and the smallest target that these two decide about is looked for.
 */
import type { ChangedTargets, UndecidedRule } from './changed-targets.ts';
import { ListPair } from './list-pair.ts';
import { RuleRegions } from './rule-regions.ts';
import type { RuleSide } from './rule-side.ts';
import { RULES_A_UNIT, type WorkBudget } from './work-budget.ts';

/** Each rule’s first turn, in units of work: its shortest target is looked up. Each later one is so many times as long. */
const FIRST_TURN = 1;
const GROWTH = 4;

/**
 * Yields each region, and each rule that the budget left undecided; `undefined` after a piece of work. Rules take
 * turns that grow, so that a hard one, or one with thousands of regions, leaves work for the others.
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
  // What both decide by rules of one list alone is found from the list before.
  const isRemoved = new Set(removed);
  const ofAdded = new ListPair(after, before, budget, true, (rule) => !isRemoved.has(rule));
  return [
    ...removed.map((rule) => new RuleRegions(rule, ofRemoved)),
    ...added.map((rule) => new RuleRegions(rule, ofAdded)),
  ];
}
