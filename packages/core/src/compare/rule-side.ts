/** One side of the comparison for one crawler: the rules of a file, compiled together. */
import { concatenated } from '../bytes/edit.ts';
import { TwoFormSet } from '../engine/set/two-form-set.ts';
import { NO_MATCH } from '../rules/rule.ts';
import type { ComparedRule, ComparedRules } from './compared-rule.ts';
import { RuleIndex } from './rule-index.ts';
import { clientTargets, type TargetSpace } from './target-space.ts';

/**
 * Rules compiled with their positions as ranks, so that the greatest matching rank identifies the deciding rule. The
 * compiled set and the index are created on first use.
 */
export class RuleSide {
  readonly rules: ComparedRules;
  /** The targets over which rules are compared. */
  readonly space: TargetSpace;
  readonly #orders: ReadonlyMap<string, number>;
  #set: TwoFormSet | undefined;
  #index: RuleIndex | undefined;

  constructor(rules: ComparedRules, space: TargetSpace = clientTargets) {
    this.rules = rules;
    this.space = space;
    this.#orders = new Map(rules.map(({ key }, order) => [key, order]));
  }

  /**
   * The position in this list of the rule or of an equal rule from the other file; {@link NO_MATCH} if there is none.
   */
  orderOf({ key }: ComparedRule): number {
    return this.#orders.get(key) ?? NO_MATCH;
  }

  /** The rule that decides `target`; `undefined` if none matches. */
  decider(target: string): ComparedRule | undefined {
    const order = this.#patterns().greatestRank(this.space.prepare(target));
    return this.rules[order];
  }

  /**
   * The position of a rule that matches every target that `rule` matches, so that no rule at a lower position decides
   * any of these targets. {@link NO_MATCH} if no such rule is known.
   */
  coverOf({ pattern }: ComparedRule): number {
    const set = this.#patterns();
    const order = set.greatestFolded(generic(pattern.folded, pattern.isAnchored));
    if (pattern.plain === pattern.folded && set.hasOneForm) return order;
    return Math.min(order, set.greatestPlain(generic(pattern.plain, pattern.isAnchored)));
  }

  /** All rules that can match a target that `rule` also matches; may include others. */
  meeting(rule: ComparedRule): Iterable<ComparedRule> {
    this.#index ??= new RuleIndex(this.rules);
    return this.#index.meeting(rule);
  }

  #patterns(): TwoFormSet {
    this.#set ??= new TwoFormSet(this.rules.map(({ pattern }, rank) => ({ pattern, rank })));
    return this.#set;
  }
}

/** An octet that occurs in no pattern. */
const ANYTHING = Uint8Array.of(0);

/**
 * A text that stands for everything that a pattern matches: at each star, and at the end if the pattern is not
 * anchored, it has an octet that only a star of another pattern can match.
 */
function generic(segments: readonly Uint8Array[], isAnchored: boolean): Uint8Array {
  const parts = segments.flatMap((segment) => [segment, ANYTHING]);
  return concatenated(isAnchored ? parts.slice(0, -1) : parts);
}
