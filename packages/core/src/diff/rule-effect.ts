/** How a rule without effect relates to the other rules of its crawler: which one covers it, and which one beats it. */
import type { ComparedRule } from '../compare/compared-rule.ts';
import { findTarget } from '../compare/find-target.ts';
import { RuleSide } from '../compare/rule-side.ts';
import { TargetSearch } from '../compare/target-search.ts';
import type { WorkBudget } from '../compare/work-budget.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { resultOf } from './result-of.ts';

/** A rule of the opposite kind that outranks a rule on some targets, and the smallest of these targets. */
export interface Loss {
  readonly to: DocumentRecord;
  readonly target: string;
  /** Whether the other rule outranks this one by its octets; otherwise both have as many, and allow wins. */
  readonly isLonger: boolean;
}

/** Limit on the rules that are tried as the one that covers another rule. */
const MOST_COVERS = 8;

/** Whether every target that `rule` matches also matches `other`. False if that takes more work than allowed. */
function isCovered(rule: ComparedRule, other: ComparedRule, side: RuleSide, budget: WorkBudget): boolean {
  const limit = budget.share;
  const question = { matching: [rule.pattern], except: [other.pattern] };
  const search = new TargetSearch(question, limit, side.space);
  const answer = search.run(0);
  budget.spend(limit - search.workLeft);
  return answer?.kind === 'none';
}

/** A rule of the same kind that matches everything that `rule` matches. */
export function coverOf(
  rule: ComparedRule,
  side: RuleSide,
  budget: WorkBudget,
  likely: readonly ComparedRule[],
): DocumentRecord | undefined {
  const others = [...new Set([...likely, ...side.meeting(rule)])].filter(
    (other) => other !== rule && other.isAllow === rule.isAllow,
  );
  return others.slice(0, MOST_COVERS).find((other) => isCovered(rule, other, side, budget))?.record;
}

/**
 * Where a longer rule of the opposite kind decides targets of `rule`. A rule that matches only targets of `rule` does
 * not count, because it is an exception that its author wrote on purpose. `undecided` if the search takes more work
 * than allowed.
 */
export function lossOf(
  rule: ComparedRule,
  side: RuleSide,
  budget: WorkBudget,
): Loss | 'undecided' | undefined {
  const alone = new RuleSide([rule], side.space);
  let isDecided = true;
  for (const other of side.meeting(rule)) {
    if (other.isAllow === rule.isAllow || other.order < rule.order) continue;
    if (isCovered(other, rule, side, budget)) continue;
    const question = { before: side, after: alone, decidesBefore: other, decidesAfter: rule };
    const answer = resultOf(findTarget(question, budget));
    if (answer.kind === 'found') {
      const isLonger = other.pattern.octets > rule.pattern.octets;
      return { to: other.record, target: answer.target, isLonger };
    }
    if (answer.kind === 'undecided') isDecided = false;
  }
  return isDecided ? undefined : 'undecided';
}
