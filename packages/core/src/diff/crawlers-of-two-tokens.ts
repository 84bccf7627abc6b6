/**
 * Compares crawlers that follow the groups of two tokens, and therefore the rules of both (RFC 9309 §2.2.1). A rule
 * without effect among the rules of its own token may outrank a rule of the other token.
 *
 * Two tokens are enough. Suppose that something changes for a crawler with more tokens. The rule that decides before
 * the change and the rule that decides after it each belong to one token. Among the rules of only these two tokens, the
 * same two rules decide.
 */
import { changedRegions } from '../compare/changed-regions.ts';
import { type ComparedRule, mergedRules } from '../compare/compared-rule.ts';
import { mayMeet } from '../compare/may-meet.ts';
import { RuleSide } from '../compare/rule-side.ts';
import { RULES_A_UNIT, type WorkBudget } from '../compare/work-budget.ts';
import type { ComparedCrawlers } from './compare-crawlers.ts';

/**
 * The pairs of tokens for which something may change. Each crawler of `compared` must get the same verdicts in both
 * files, and must be named in both files or in neither.
 */
export function* crawlersOfTwoTokens(
  compared: readonly ComparedCrawlers[],
  budget: WorkBudget,
): Generator<ComparedCrawlers> {
  const named = compared
    .filter(({ crawlers }) => crawlers.some(isNamed))
    .map((one) => ({ ...one, changed: changedRules(one) }));
  for (const [index, one] of named.entries()) {
    if (one.changed.length === 0) continue;
    for (const [place, other] of named.entries()) {
      if (place === index || (place < index && other.changed.length > 0)) continue;
      if (!mayOutrank(one, other, budget) && !mayOutrank(other, one, budget)) continue;
      yield merged(one, other, budget);
      if (budget.left === 0) return;
    }
  }
}

function merged(one: ComparedCrawlers, other: ComparedCrawlers, budget: WorkBudget): ComparedCrawlers {
  const sides = [0, 1].map((file) => mergedSide(one, other, file as 0 | 1)) as [RuleSide, RuleSide];
  return {
    crawlers: [[one, other].map(({ crawlers }) => crawlers.find(isNamed)).join(', ')],
    sides: { documents: one.sides.documents, rules: sides },
    found: () => changedRegions(...sides, budget),
  };
}

function isNamed(crawler: string): boolean {
  return crawler !== '*';
}

/** Rules that only one file contains. */
function changedRules({ sides: { rules } }: ComparedCrawlers): readonly ComparedRule[] {
  const [before, after] = rules;
  return [
    ...before.rules.filter((rule) => after.orderOf(rule) < 0),
    ...after.rules.filter((rule) => before.orderOf(rule) < 0),
  ];
}

/** Whether a changed rule may outrank an opposite rule of the other token. Also true if the check is not possible. */
function mayOutrank(
  { changed }: { readonly changed: readonly ComparedRule[] },
  { sides }: ComparedCrawlers,
  budget: WorkBudget,
): boolean {
  if (!budget.spend(1)) return true;
  return sides.rules.some(({ rules }) => {
    if (!budget.spend((changed.length * rules.length) / RULES_A_UNIT)) return true;
    const opposed = (rule: ComparedRule) => (other: ComparedRule) =>
      other.isAllow !== rule.isAllow && other.rank < rule.rank && mayMeet(rule.pattern, other.pattern);
    return changed.some((rule) => rules.some(opposed(rule)));
  });
}

function mergedSide(one: ComparedCrawlers, other: ComparedCrawlers, file: 0 | 1): RuleSide {
  const [ofOne, ofOther] = [one.sides.rules[file], other.sides.rules[file]];
  return new RuleSide(mergedRules(ofOne.rules, ofOther.rules), ofOne.space);
}
