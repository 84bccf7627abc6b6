import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Crawling comes before indexing. */
export const disallowWithNoindex: LintRule = {
  code: 'disallow-with-noindex',
  severity: 'warning',
  title: 'A path is both disallowed and to be kept out of the index',
  reason:
    'A crawler that may not fetch a page never sees its noindex. The URL can still be listed, without its content. Allow the crawl, and say noindex on the page.',
  bad: { body: 'User-agent: *\nDisallow: /old/\nNoindex: /old/\n' },
  good: { body: 'User-agent: *\nDisallow: /old/\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { rules, others } of context.document.groups) {
      const noindexed = new Set(others.filter(({ kind }) => kind === 'noindex').map(({ value }) => value));
      for (const { kind, value, span } of rules) {
        if (kind === 'disallow' && noindexed.has(value)) {
          yield {
            message: `Nobody reads Noindex here any more, and a noindex on the pages of ${value} is not seen while they are disallowed`,
            span,
          };
        }
      }
    }
  },
};
