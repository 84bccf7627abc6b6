/** Compares two rule sets over all targets, as an oracle for diffs, dead rules and harmless fixes. */

import type { AdaptiveMatcher } from '../../src/engine/adaptive-matcher.ts';
import { PATTERN_SET, plainPatternSet } from '../../src/engine/rule-set-form.ts';
import { RuleSet } from '../../src/rules/rule-set.ts';
import { DEFAULT_WALK_BUDGET, type Reading, type WalkResult, walk } from './walk.ts';

/**
 * Whether `a` and `b` allow the same targets: `equal`, the smallest target that only one of them allows, or
 * `undecided` if more than `budget` joint states would have to be examined. `/robots.txt` is always allowed and never
 * a witness.
 */
export function compareRuleSets(a: RuleSet, b: RuleSet, budget: number = DEFAULT_WALK_BUDGET): WalkResult {
  return walk(readingOf(a), readingOf(b), budget, ['/robots.txt']);
}

/** A rule set prepared for a walk. Its answer is 1 if a target is allowed, 0 if not. */
export function readingOf(ruleSet: RuleSet): Reading {
  const form = compiledForm(ruleSet);
  const answer = (rank: number): number => rank & 1;
  const folded = { form, offset: PATTERN_SET };
  const plain = plainPatternSet(form);
  return plain ? { folded, plain: { form: plain, offset: 0 }, answer } : { folded, answer };
}

/** Compiles the rules of a document read by RFC 9309 now, and returns the compiled form. */
export function compiledForm(ruleSet: RuleSet): Uint8Array {
  return (RuleSet.matcherOf(ruleSet) as AdaptiveMatcher).compiled().form;
}
