/** One of the two files that are compared, for one crawler: its rules compiled together. */
import { concatenated } from '../bytes/edit.ts';
import { TwoFormSet } from '../engine/set/two-form-set.ts';
import { NO_MATCH } from '../rules/rule.ts';
import type { ComparedRule, ComparedRules } from './compared-rule.ts';
import { RuleIndex } from './rule-index.ts';
import { clientTargets, type TargetSpace } from './target-space.ts';

/**
 * Rules compiled with their place in the order as rank, so that the greatest rank of what matches names the one rule
 * that decides. Everything is made when it is first asked for.
 */
export class RuleSide {
  readonly rules: ComparedRules;
  /** The targets that they are asked about. */
  readonly space: TargetSpace;
  readonly #orders: ReadonlyMap<string, number>;
  #set: TwoFormSet | undefined;
  #index: RuleIndex | undefined;

  constructor(rules: ComparedRules, space: TargetSpace = clientTargets) {
    this.rules = rules;
    this.space = space;
    this.#orders = new Map(rules.map(({ key }, order) => [key, order]));
  }

  /** Where a rule, of this file or an equal one of the other, is in the order; {@link NO_MATCH} where it is not. */
  orderOf({ key }: ComparedRule): number {
    return this.#orders.get(key) ?? NO_MATCH;
  }

  /** The rule that decides about `target`; `undefined` if none matches. */
  decider(target: string): ComparedRule | undefined {
    const order = this.#patterns().greatestRank(this.space.prepare(target));
    return this.rules[order];
  }

  /**
   * The place of a rule that matches every target which `rule` matches: about none of them a lesser one decides.
   * {@link NO_MATCH} where none is known.
   */
  coverOf({ pattern }: ComparedRule): number {
    const set = this.#patterns();
    const order = set.greatestFolded(generic(pattern.folded, pattern.isAnchored));
    if (pattern.plain === pattern.folded && set.hasOneForm) return order;
    return Math.min(order, set.greatestPlain(generic(pattern.plain, pattern.isAnchored)));
  }

  /** All rules that can match a target which `rule` matches, and perhaps others. */
  meeting(rule: ComparedRule): Iterable<ComparedRule> {
    this.#index ??= new RuleIndex(this.rules);
    return this.#index.meeting(rule);
  }

  #patterns(): TwoFormSet {
    this.#set ??= new TwoFormSet(this.rules.map(({ pattern }, rank) => ({ pattern, rank })));
    return this.#set;
  }
}

/** No pattern holds it. */
const ANYTHING = Uint8Array.of(0);

/**
 * A text that stands for all that a pattern matches: where the pattern has a star, and behind it if it is not anchored,
 * is an octet that only the star of another pattern can match.
 */
function generic(segments: readonly Uint8Array[], isAnchored: boolean): Uint8Array {
  const parts = segments.flatMap((segment) => [segment, ANYTHING]);
  return concatenated(isAnchored ? parts.slice(0, -1) : parts);
}
