import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { samplePath } from '../sample-path.ts';

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
    for (const { productTokens, others } of context.document.groups) {
      const noindexed = others.filter(({ kind, value }) => kind === 'noindex' && /^[/*]/.test(value));
      const token = productTokens.find((name) => name !== '');
      if (noindexed.length === 0 || token === undefined) continue;
      const rules = context.ruleSetOf(token);
      const [first, ...further] = noindexed.filter(({ value }) => !rules.allows(samplePath(value)));
      if (!first) continue;
      const also = furtherLines(further.map(({ line }) => line));
      yield {
        message: `Nobody reads Noindex here any more, and a noindex on the pages of ${first.value} is not seen while they are disallowed${also}`,
        span: first.span,
      };
    }
  },
};
