import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { listed } from '../listed.ts';
import { removeLine } from '../remove-line.ts';

/** Rules that are named as those that hide another. */
const MOST_NAMED = 3;

/** RFC 9309 §2.2.2: the most specific rule decides, allow among equals. */
export const shadowedRule: LintRule = {
  code: 'shadowed-rule',
  severity: 'warning',
  title: 'A rule can never decide',
  reason:
    'Whatever path it matches, a more specific rule of the same crawler matches, too. It was meant to do something, and it does not.',
  bad: { body: 'User-agent: *\nDisallow: /shop\nAllow: /shop*\n' },
  good: { body: 'User-agent: *\nDisallow: /shop\nAllow: /shop/help\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { record, kind, because, isRemovable } of context.deadRules) {
      // Outranked by rules that say the same, it is no more than redundant.
      if (kind !== 'shadowed' || because.every((other) => other.kind === record.kind)) continue;
      // The same pattern allowed and disallowed is told as that.
      if (because.some((other) => context.patternOf(other) === context.patternOf(record))) continue;
      const others = because.map(({ value, line }) => `${value} (line ${line})`);
      yield {
        message: `No path is decided by this rule: wherever it matches, it is outranked by ${listed(others, MOST_NAMED)}`,
        span: record.span,
        ...(isRemovable && {
          fixes: [
            {
              title: 'Remove this line',
              edits: [removeLine(context.document, record)],
              changesVerdicts: false,
            },
          ],
        }),
      };
    }
  },
};
