import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { removal } from '../remove-line.ts';

/** RFC 9309 §2.2.2: an empty pattern matches nothing. */
export function* emptyPattern({ document }: LintContext): Iterable<Finding> {
  for (const { rules } of document.groups) {
    if (rules.every(({ value }) => value === '')) continue;
    for (const rule of rules) {
      if (rule.value !== '') continue;
      yield {
        message: `"${rule.name}:" with an empty pattern has no effect here, but some parsers read it as "allow everything"`,
        span: rule.span,
        fixes: [removal(document, rule)],
      };
    }
  }
}
