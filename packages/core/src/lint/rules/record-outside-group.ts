import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Records that apply to the crawlers of their group. */
export const recordOutsideGroup: LintRule = {
  code: 'record-outside-group',
  severity: 'warning',
  ownCodes: ['record-before-group'],
  title: 'A group record appears before the first group',
  reason:
    'Crawl-delay and similar records apply to the crawlers that the user-agent lines above them name. Before the first user-agent line, they apply to no crawler.',
  bad: { body: 'Crawl-delay: 10\nUser-agent: *\nDisallow: /a\n' },
  good: { body: 'User-agent: *\nDisallow: /a\nCrawl-delay: 10\n' },
  *check({ recordDefects }: LintContext): Iterable<Finding> {
    for (const { code, message, span } of recordDefects) {
      if (code === 'record-before-group') yield { message, span };
    }
  },
};
