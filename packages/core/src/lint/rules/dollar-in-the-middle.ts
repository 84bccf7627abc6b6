import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { PLACEHOLDER } from './failed-template.ts';

/** RFC 9309 §2.2.3. */
export const dollarInTheMiddle: LintRule = {
  code: 'dollar-in-the-middle',
  severity: 'warning',
  title: 'A pattern has a "$" before its end',
  reason:
    'A "$" is special only as the last character. Elsewhere most parsers match a literal dollar sign, and a few end the pattern there.',
  bad: { body: 'User-agent: *\nDisallow: /*.pdf$?download\n' },
  good: { body: 'User-agent: *\nDisallow: /*.pdf$\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { value, span } of context.rules) {
      if (!/\$./.test(value) || otherSyntaxOf(value) || PLACEHOLDER.test(value)) continue;
      yield {
        message: 'This "$" matches a literal dollar sign because it is not the last character',
        span,
      };
    }
  },
};
