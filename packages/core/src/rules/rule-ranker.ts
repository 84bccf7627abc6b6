/**
 * Ranks rules for one target directly from the octets of the file, without compiling them. Used for files that get few
 * queries.
 */
import { PERCENT, SLASH, STAR } from '../bytes/octet.ts';
import { matchesForm } from '../patterns/match.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { DIFFERS, MATCHES, RawMatcher } from '../patterns/raw-match.ts';
import { NO_MATCH, rank } from './rule.ts';

/** The form in which patterns and the target are compared. */
export type Form = 'folded' | 'plain';

/**
 * The number of steps that a query may take before compiling pays off. These steps take about 0.2 ms plus 4 ns per
 * octet of the file.
 */
const FREE_STEPS = 65_536;
const STEPS_PER_OCTET = 1;

/**
 * The steps charged for normalizing and matching one rule, in addition to those per octet of the rule and of the
 * target.
 */
const NORMALISE_STEPS = 256;
const NORMALISE_STEPS_PER_OCTET = 4;

/**
 * Ranks rules for one form of one target, within a step budget: for a hostile file, compiling is faster than scanning.
 */
export class RuleRanker {
  readonly #octets: Uint8Array;
  readonly #form: Form;
  readonly #matcher: RawMatcher;
  /** The octet that must follow the slash of a pattern without a star; 0 if unknown. */
  readonly #second: number;

  constructor(
    octets: Uint8Array,
    target: Uint8Array,
    length: number,
    form: Form,
    maxSteps: number = FREE_STEPS + STEPS_PER_OCTET * octets.length,
  ) {
    this.#octets = octets;
    this.#form = form;
    this.#second = length === 1 ? -1 : target[1] === PERCENT ? 0 : (target[1] as number);
    this.#matcher = new RawMatcher(target, length, maxSteps);
  }

  /** Whether the step budget is exhausted. If so, ignore the last rank. */
  get isOverBudget(): boolean {
    return this.#matcher.stepsLeft < 0;
  }

  /**
   * Whether the second octet alone shows that the pattern at `start` does not match. This is true for three rules in
   * four.
   */
  differsAt(start: number): boolean {
    const octet = this.#octets[start + 1] as number;
    // The octets up to `*` include all octets that have a special meaning or end the pattern.
    return octet > STAR && octet !== this.#second && this.#second !== 0 && this.#octets[start] === SLASH;
  }

  /** The rank of the rule with the pattern from `start` to `end`; {@link NO_MATCH} if it does not match. */
  rank(start: number, end: number, isAllow: boolean): number {
    const octets = this.#octets;
    if (start >= end) return NO_MATCH;
    const found = this.#matcher.match(octets, start, end);
    if (found === DIFFERS) return NO_MATCH;
    return found === MATCHES ? rank(isAllow, end - start) : this.#rankNormalised(start, end, isAllow);
  }

  /** Normalizes the pattern before ranking the rule; one rule in 1,500 needs this. */
  #rankNormalised(start: number, end: number, isAllow: boolean): number {
    const matcher = this.#matcher;
    const { target, length } = matcher;
    matcher.stepsLeft -= NORMALISE_STEPS + NORMALISE_STEPS_PER_OCTET * (end - start + length);
    if (this.isOverBudget) return NO_MATCH;
    const pattern = parsePattern(this.#octets, start, end);
    if (!pattern || !matchesForm(pattern[this.#form], pattern.isAnchored, target.subarray(0, length)))
      return NO_MATCH;
    return rank(isAllow, pattern.octets);
  }
}
