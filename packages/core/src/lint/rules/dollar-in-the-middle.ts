import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { hasPlaceholder } from './failed-template.ts';

/** RFC 9309 §2.2.3. */
export function* dollarInTheMiddle(context: LintContext): Iterable<Finding> {
  for (const { value, span } of context.rules) {
    if (!/\$./.test(value) || otherSyntaxOf(value) || hasPlaceholder(value)) continue;
    yield {
      message: 'This "$" matches a literal dollar sign because it is not the last character',
      span,
    };
  }
}
