import { RETIRED } from '../../agents/retired.ts';
import type { Group } from '../../parse/groups.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** A group for a crawler that no longer exists. */
export function* retiredProductToken(context: LintContext): Iterable<Finding> {
  for (const { token, groups, userAgents } of context.crawlers) {
    const [fate, successors] = RETIRED.get(token.toLowerCase()) ?? [];
    if (!fate || !userAgents[0] || groups.every((group) => namesAnother(group, successors))) continue;
    yield { message: `${token} is retired: ${fate}`, span: userAgents[0].span };
  }
}

/** Whether the group also names a successor, or without a successor any crawler in use: it misses nobody then. */
function namesAnother({ productTokens }: Group, successors: readonly string[] = []): boolean {
  const tokens = productTokens.map((token) => token.toLowerCase());
  return successors.length > 0
    ? tokens.some((token) => successors.includes(token))
    : tokens.some((token) => !RETIRED.has(token));
}
