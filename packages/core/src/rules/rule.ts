/** An allow or disallow record, prepared for comparison. */

/** The rank if no rule matches; no rule has it. */
export const NO_MATCH = -1;

/**
 * Ranks rules, to find which of several matches decides: the one with the most octets, and allow before disallow if
 * equal (RFC 9309 §2.2.2). Greater ranks win; the lowest bit says whether the rule allows.
 */
export function rank(isAllow: boolean, octets: number): number {
  return octets * 2 + (isAllow ? 1 : 0);
}

/** Whether the greatest matching rank allows. Without a matching rule, everything is allowed. */
export function allowsAt(greatestRank: number): boolean {
  return greatestRank === NO_MATCH || (greatestRank & 1) === 1;
}
