import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';

/** RFC 9309 §2.2.3. */
export const dollarInTheMiddle: LintRule = {
  code: 'dollar-in-the-middle',
  severity: 'warning',
  title: 'A "$" stands inside a pattern',
  reason:
    'The "$" is special as the last character only. Inside a pattern it is a plain dollar sign to most parsers, and the end of the match to a few.',
  bad: { body: 'User-agent: *\nDisallow: /*.pdf$?download\n' },
  good: { body: 'User-agent: *\nDisallow: /*.pdf$\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { value, span } of context.rules) {
      if (!/\$./.test(value) || otherSyntaxOf(value)) continue;
      yield {
        message: 'This "$" is no end of the match: it stands for a dollar sign in the URL',
        span,
      };
    }
  },
};
