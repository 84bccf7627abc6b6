import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.2.1: such groups MUST be combined. */
export const duplicateGroup: LintRule = {
  code: 'duplicate-group',
  severity: 'info',
  title: 'Several groups name one crawler',
  reason:
    'The RFC merges them wherever they stand. Older parsers take the first group only and never see the others.',
  bad: { body: 'User-agent: FooBot\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /b\n' },
  good: { body: 'User-agent: FooBot\nDisallow: /a\nDisallow: /b\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { token, userAgents } of context.crawlers) {
      const [first, second, ...later] = userAgents;
      if (!first || !second) continue;
      yield {
        message: `${token} has another group at line ${first.line}: crawlers that follow the RFC merge them${furtherLines(later.map(({ line }) => line))}`,
        span: second.span,
      };
    }
  },
};
