import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { removal } from '../remove-line.ts';

/** RFC 9309 §2.2.2: an empty pattern matches nothing. */
export const emptyPattern: LintRule = {
  code: 'empty-pattern',
  severity: 'warning',
  title: 'A group has an empty pattern and other rules',
  reason:
    'A rule with an empty pattern matches nothing and has no effect. Some older parsers read "Disallow:" as "allow everything" and skip the other rules of the group, and some read "Allow:" as "allow nothing".',
  bad: { body: 'User-agent: *\nDisallow: /private/\nDisallow:\n' },
  good: { body: 'User-agent: *\nDisallow:\n' },
  *check({ document }: LintContext): Iterable<Finding> {
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
  },
};
