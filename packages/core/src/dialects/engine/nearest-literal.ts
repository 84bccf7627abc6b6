/** Imitates a sorted set of patterns in which only the nearest neighbour of a target is looked up. */
import type { DialectFacts } from './facts.ts';
import type { FactRule } from './rules.ts';

/**
 * The rules without those whose pattern has no wildcard, except one Allow and one Disallow: the greatest pattern that
 * does not sort after the target. Patterns sort by UTF-16 units.
 */
export function withoutFarLiterals(rules: readonly FactRule[], target: string): readonly FactRule[] {
  const nearest = { allow: '', disallow: '' };
  for (const { isAllow, pattern } of rules) {
    const kind = isAllow ? 'allow' : 'disallow';
    const { text } = pattern;
    if (isLiteral(text) && text <= target && text > nearest[kind]) nearest[kind] = text;
  }
  return rules.filter(
    ({ isAllow, pattern: { text } }) => !isLiteral(text) || text === nearest[isAllow ? 'allow' : 'disallow'],
  );
}

function isLiteral(pattern: string): boolean {
  return !pattern.includes('*') && !pattern.endsWith('$');
}

/** Whether the dialect tries only one of the patterns without wildcards. */
export function hidesRules({ matching }: DialectFacts): boolean {
  return matching.onlyNearestLiteral === true;
}
