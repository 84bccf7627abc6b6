import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** RFC 9309 §2.2.1: groups for the same crawler MUST be combined. */
export function* duplicateGroup(context: LintContext): Iterable<Finding> {
  for (const { token, userAgents } of context.crawlers) {
    const [first, second, ...later] = userAgents;
    if (!first || !second) continue;
    yield {
      message: `${token} already has a group at line ${first.line}. Crawlers that follow RFC 9309 merge the groups, others use only the first${furtherLines(later.map(({ line }) => line))}`,
      span: second.span,
    };
  }
}
