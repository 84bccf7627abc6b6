/** Rules ranked for one target as they stand in the file: for those who ask a file only a few times. */

import { PERCENT, SLASH, STAR } from '../bytes/octet.ts';
import { PatternKeys } from '../engine/pattern-keys.ts';
import { greatestRank, NO_MATCH } from '../engine/pattern-set.ts';
import { sortedKeys } from '../engine/sort-keys.ts';
import { writePatternSet } from '../engine/write-pattern-set.ts';
import { DIFFERS, MATCHES, RawMatcher } from '../patterns/raw-match.ts';
import { rank } from './rule.ts';
import { addRule, type Form } from './rule-keys.ts';

/** Steps that every question may take, and further ones for each octet of the file: about 0.2 ms, and 4 ns an octet. */
const FREE_STEPS = 65_536;
const STEPS_PER_OCTET = 1;

/** Steps that compiling a rule and asking it takes, and further ones for each octet of the rule and of the target. */
const COMPILE_STEPS = 2048;
const COMPILE_STEPS_PER_OCTET = 16;

/** Ranks rules for one form of one target, with a budget: a hostile file is better compiled than scanned. */
export class RuleRanker {
  readonly #octets: Uint8Array;
  readonly #form: Form;
  readonly #matcher: RawMatcher;
  /** The octet that a pattern without a star must have after its slash; 0 where that cannot be told. */
  readonly #second: number;

  constructor(octets: Uint8Array, target: Uint8Array, length: number, form: Form) {
    this.#octets = octets;
    this.#form = form;
    this.#second = length === 1 ? -1 : target[1] === PERCENT ? 0 : (target[1] as number);
    this.#matcher = new RawMatcher(target, length, FREE_STEPS + STEPS_PER_OCTET * octets.length);
  }

  /** More was done than a file that means well needs: compile the rules instead, the last rank is void. */
  get isOverBudget(): boolean {
    return this.#matcher.stepsLeft < 0;
  }

  /** Seen by its second octet, the pattern at `start` does not match: that settles three rules in four. */
  differsAt(start: number): boolean {
    const octet = this.#octets[start + 1] as number;
    // Up to `*` stand all octets that mean something else than themselves, or that end the pattern.
    return octet > STAR && octet !== this.#second && this.#second !== 0 && this.#octets[start] === SLASH;
  }

  /** The rank of the rule with the pattern from `start` to `end`; {@link NO_MATCH} if it does not match. */
  rank(start: number, end: number, isAllow: boolean): number {
    const octets = this.#octets;
    if (start >= end || (octets[start] !== SLASH && octets[start] !== STAR)) return NO_MATCH;
    const found = this.#matcher.match(octets, start, end);
    if (found === DIFFERS) return NO_MATCH;
    return found === MATCHES ? rank(isAllow, end - start) : this.#rankNormalised(start, end, isAllow);
  }

  /** One rule in 1,500: it is compiled by itself and asked. */
  #rankNormalised(start: number, end: number, isAllow: boolean): number {
    const matcher = this.#matcher;
    const { target, length } = matcher;
    matcher.stepsLeft -= COMPILE_STEPS + COMPILE_STEPS_PER_OCTET * (end - start + length);
    if (this.isOverBudget) return NO_MATCH;
    const keys = new PatternKeys();
    addRule(keys, this.#octets, start, end, isAllow, this.#form);
    return greatestRank(writePatternSet(keys, sortedKeys(keys)), 0, target, length);
  }
}
