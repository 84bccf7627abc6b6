import type { AdaptiveMatcher } from '../../src/engine/adaptive-matcher.ts';
import { RuleSet } from '../../src/rules/rule-set.ts';

/** Compiles the rules of a document read by RFC 9309 now, and returns the compiled form. */
export function compiledForm(ruleSet: RuleSet): Uint8Array {
  return (RuleSet.matcherOf(ruleSet) as AdaptiveMatcher).compiled().form;
}
