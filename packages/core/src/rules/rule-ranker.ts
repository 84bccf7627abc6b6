/** Rules ranked for one target as they stand in the file: for those who ask a file only a few times. */

import { SLASH, STAR } from '../bytes/octet.ts';
import { matches } from '../patterns/match.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { NO_MATCH } from '../patterns/pattern-set.ts';
import { RawMatch, RawMatcher } from '../patterns/raw-match.ts';
import type { Target } from '../patterns/target.ts';
import { rank } from './rule.ts';

/** Steps that every question may take, and further ones for each octet of the file: about 0.1 ms, and 8 ns an octet. */
const FREE_STEPS = 65_536;
const STEPS_PER_OCTET = 4;

/** Ranks rules for one target, with a budget: a hostile file is better compiled than scanned. */
export class RuleRanker {
  readonly #octets: Uint8Array;
  readonly #target: Target;
  readonly #folded: RawMatcher;
  readonly #plain: RawMatcher | undefined;
  #stepsLeft: number;

  constructor(octets: Uint8Array, target: Target) {
    const steps = FREE_STEPS + STEPS_PER_OCTET * octets.length;
    this.#octets = octets;
    this.#target = target;
    this.#folded = new RawMatcher(target.folded, steps);
    this.#plain = target.plain === target.folded ? undefined : new RawMatcher(target.plain, steps);
    this.#stepsLeft = steps;
  }

  /** More was done than a file that means well needs: compile the rules instead, the last rank is void. */
  get isOverBudget(): boolean {
    return this.#folded.stepsLeft < 0 || this.#stepsLeft < 0 || (this.#plain?.stepsLeft ?? 0) < 0;
  }

  /** The rank of the rule with the pattern from `start` to `end`; {@link NO_MATCH} if it does not match. */
  rank(start: number, end: number, isAllow: boolean): number {
    const octets = this.#octets;
    if (start >= end || (octets[start] !== SLASH && octets[start] !== STAR)) return NO_MATCH;
    let found = this.#folded.match(octets, start, end);
    if (found === RawMatch.no && this.#plain) found = this.#plain.match(octets, start, end);
    if (found === RawMatch.no) return NO_MATCH;
    return found === RawMatch.yes ? rank(isAllow, end - start) : this.#rankNormalised(start, end, isAllow);
  }

  #rankNormalised(start: number, end: number, isAllow: boolean): number {
    if (this.isOverBudget) return NO_MATCH;
    const pattern = parsePattern(this.#octets, start, end);
    if (!pattern) return NO_MATCH;
    const places = pattern.folded.length === 1 ? 1 : this.#target.plain.length;
    this.#stepsLeft -= (end - start) * places;
    if (this.isOverBudget) return NO_MATCH;
    return matches(pattern, this.#target) ? rank(isAllow, pattern.octets) : NO_MATCH;
  }
}
