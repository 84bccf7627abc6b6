/** An allow or disallow record, prepared for comparison. */

/** The rank if no rule matches. No rule has this rank. */
export const NO_MATCH = -1;

/**
 * Ranks rules, to find which of several matching rules decides: the rule with the most octets; among equals, an allow
 * rule (RFC 9309 §2.2.2). The greater rank wins. Its lowest bit indicates whether the rule allows.
 */
export function rank(isAllow: boolean, octets: number): number {
  return octets * 2 + (isAllow ? 1 : 0);
}

/** Whether the greatest matching rank allows. Without a matching rule, everything is allowed. */
export function allowsAt(greatestRank: number): boolean {
  return greatestRank === NO_MATCH || (greatestRank & 1) === 1;
}
