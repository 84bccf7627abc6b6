/** One of the two files that are compared, for one crawler: its rules, and the automata that step through them. */
import { buildPatternSet } from '../patterns/build-pattern-set.ts';
import { isRobotsTxt } from '../patterns/match.ts';
import { greatestRank, NO_MATCH } from '../patterns/pattern-set.ts';
import { SetMachine } from '../patterns/set-machine.ts';
import { prepareTarget } from '../patterns/target.ts';
import type { ComparedRule, ComparedRules } from './compared-rule.ts';
import { RuleIndex } from './rule-index.ts';

/** States that are kept from one question to the next: about 50 MB. */
const MOST_STATES = 100_000;

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
  #machines: readonly [SetMachine, SetMachine] | undefined;

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

  /** The verdict on `target`. */
  allows(target: string): boolean {
    return isRobotsTxt(prepareTarget(target)) || this.decider(target)?.isAllow !== false;
  }

  /** All rules that can match a target which `rule` matches, and perhaps others. */
  meeting(rule: ComparedRule): Iterable<ComparedRule> {
    this.#index ??= new RuleIndex(this.rules);
    return this.#index.meeting(rule);
  }

  /** Automata of the folded and of the plain forms; the same one where the forms are equal. */
  get machines(): readonly [SetMachine, SetMachine] {
    const isFull = this.#machines?.some(({ size }) => size > MOST_STATES) ?? true;
    if (isFull || !this.#machines) this.#machines = this.#makeMachines();
    return this.#machines;
  }

  #makeMachines(): readonly [SetMachine, SetMachine] {
    const [folded, plain] = this.#sets();
    const machine = new SetMachine({ form: folded, offset: 0 });
    return [machine, plain === folded ? machine : new SetMachine({ form: plain, offset: 0 })];
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
