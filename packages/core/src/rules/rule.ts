/** An allow or disallow record, prepared for comparison. */

/** What no rule's rank is: no rule matches. */
export const NO_MATCH = -1;

/**
 * Which rule decides where several match: the one with the most octets, allow before disallow among equals
 * (RFC 9309 §2.2.2). Greater is better; the lowest bit says whether the rule allows.
 */
export function rank(isAllow: boolean, octets: number): number {
  return octets * 2 + (isAllow ? 1 : 0);
}

/** Whether the greatest matching rank allows. Without a matching rule, everything is allowed. */
export function allowsAt(greatestRank: number): boolean {
  return greatestRank === NO_MATCH || (greatestRank & 1) === 1;
}
