/** One allow or disallow record as it is compared. */

/**
 * Which rule decides where several match: the one with the most octets, allow before disallow among equals
 * (RFC 9309 §2.2.2). Greater is better; the lowest bit says whether the rule allows.
 */
export function rank(isAllow: boolean, octets: number): number {
  return octets * 2 + (isAllow ? 1 : 0);
}
