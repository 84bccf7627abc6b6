import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { removeLine } from '../remove-line.ts';

/** RFC 9309 §2.2.2: an empty pattern matches nothing. */
export const emptyPattern: LintRule = {
  code: 'empty-pattern',
  severity: 'warning',
  title: 'An empty pattern stands beside other rules',
  reason:
    'A rule without a pattern matches nothing and so does nothing. Some older parsers read "Disallow:" as "allow everything" and skip the other rules of the group, some read "Allow:" as "allow nothing".',
  bad: { body: 'User-agent: *\nDisallow: /private/\nDisallow:\n' },
  good: { body: 'User-agent: *\nDisallow:\n' },
  *check({ document }: LintContext): Iterable<Finding> {
    for (const { rules } of document.groups) {
      if (rules.every(({ value }) => value === '')) continue;
      for (const rule of rules) {
        if (rule.value !== '') continue;
        yield {
          message: `"${rule.name}:" without a pattern does nothing beside other rules, and some parsers read it as "allow everything"`,
          span: rule.span,
          fixes: [
            {
              title: 'Remove this line',
              edits: [removeLine(document, rule)],
              changesVerdicts: false,
            },
          ],
        };
      }
    }
  },
};
