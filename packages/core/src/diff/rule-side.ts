/** One of the two files that are compared, for one crawler: its rules compiled together. */
import { concatenated } from '../bytes/edit.ts';
import { buildPatternSet } from '../engine/build-pattern-set.ts';
import { greatestRank, NO_MATCH } from '../engine/pattern-set.ts';
import { prepareTarget } from '../patterns/target.ts';
import type { ComparedRule, ComparedRules } from './compared-rule.ts';
import { RuleIndex } from './rule-index.ts';

/**
 * Rules compiled with their place in the order as rank, so that the greatest rank of what matches names the one rule
 * that decides. Everything is made when it is first asked for.
 */
export class RuleSide {
  readonly rules: ComparedRules;
  readonly #orders: ReadonlyMap<string, number>;
  readonly #hasTwoForms: boolean;
  #folded: Uint8Array | undefined;
  #plain: Uint8Array | undefined;
  #index: RuleIndex | undefined;

  constructor(rules: ComparedRules) {
    this.rules = rules;
    this.#orders = new Map(rules.map(({ key }, order) => [key, order]));
    this.#hasTwoForms = rules.some(({ pattern }) => pattern.plain !== pattern.folded);
  }

  /** Where a rule, of this file or an equal one of the other, stands in the order; {@link NO_MATCH} where it does not. */
  orderOf({ key }: ComparedRule): number {
    return this.#orders.get(key) ?? NO_MATCH;
  }

  /** The rule that decides about `target`; `undefined` where none matches. */
  decider(target: string): ComparedRule | undefined {
    const { folded, plain } = prepareTarget(target);
    const [foldedSet, plainSet] = this.#sets();
    let order = greatestRank(foldedSet, 0, folded, folded.length);
    if (plain !== folded) order = Math.max(order, greatestRank(plainSet, 0, plain, plain.length));
    return this.rules[order];
  }

  /**
   * The place of a rule that matches every target which `rule` matches: about none of them a lesser one decides.
   * {@link NO_MATCH} where none is known.
   */
  coverOf({ pattern }: ComparedRule): number {
    const [foldedSet, plainSet] = this.#sets();
    const folded = generic(pattern.folded, pattern.isAnchored);
    const order = greatestRank(foldedSet, 0, folded, folded.length);
    if (pattern.plain === pattern.folded && plainSet === foldedSet) return order;
    const plain = generic(pattern.plain, pattern.isAnchored);
    return Math.min(order, greatestRank(plainSet, 0, plain, plain.length));
  }

  /** All rules that can match a target which `rule` matches, and perhaps others. */
  meeting(rule: ComparedRule): Iterable<ComparedRule> {
    this.#index ??= new RuleIndex(this.rules);
    return this.#index.meeting(rule);
  }

  #sets(): readonly [Uint8Array, Uint8Array] {
    this.#folded ??= this.#build('folded');
    this.#plain ??= this.#hasTwoForms ? this.#build('plain') : this.#folded;
    return [this.#folded, this.#plain];
  }

  #build(form: 'folded' | 'plain'): Uint8Array {
    return buildPatternSet(
      this.rules.map(({ pattern }, rank) => ({
        segments: pattern[form],
        isAnchored: pattern.isAnchored,
        rank,
      })),
    );
  }
}

/** No pattern holds it. */
const ANYTHING = Uint8Array.of(0);

/**
 * A text that stands for all that a pattern matches: where the pattern has a star, and behind it if it is not anchored,
 * stands an octet that only the star of another pattern can match.
 */
function generic(segments: readonly Uint8Array[], isAnchored: boolean): Uint8Array {
  const parts = segments.flatMap((segment) => [segment, ANYTHING]);
  return concatenated(isAnchored ? parts.slice(0, -1) : parts);
}
