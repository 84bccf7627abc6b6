/** The second pattern set of a rule set: its rules in their plain form, made when a target needs it. */
import { buildPatternSet, type SegmentedPattern } from '../patterns/build-pattern-set.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { readRules } from './read-rules.ts';
import { rank } from './rule.ts';

/**
 * The pattern set of the plain forms of all rules. Only a target with an escape of a reserved octet is asked of
 * it, and only where some rule has such an escape too.
 */
export function plainPatternSet(form: Uint8Array): Uint8Array {
  const patterns: SegmentedPattern[] = [];
  for (const { value, isAllow } of readRules(form).rules) {
    const pattern = parsePattern(value, 0, value.length);
    if (!pattern) continue;
    patterns.push({
      segments: pattern.plain,
      isAnchored: pattern.isAnchored,
      rank: rank(isAllow, pattern.octets),
    });
  }
  return buildPatternSet(patterns);
}
