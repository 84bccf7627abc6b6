import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { removeLine } from '../remove-line.ts';

/** RFC 9309 §2.2.2: a path that no rule matches is allowed. */
export const redundantRule: LintRule = {
  code: 'redundant-rule',
  severity: 'info',
  isFrequent: true,
  title: 'A rule has no effect',
  reason:
    'Every path that the rule decides has the same verdict without it. The rule makes the file longer and harder to read.',
  bad: { body: 'User-agent: *\nDisallow: /shop\nDisallow: /shop/cart\n' },
  good: { body: 'User-agent: *\nDisallow: /shop\nAllow: /shop/cart\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { record, kind, because, isRemovable } of context.deadRules) {
      // A rule that states that everything is allowed is common and harmless.
      const isOpposed = kind === 'shadowed' && because.some((rule) => rule.kind !== record.kind);
      if (isOpposed || (record.kind === 'allow' && /^[/*]\**$/.test(record.value))) continue;
      const [other, ...more] = because;
      const others = more.length > 0 ? ' and other rules' : '';
      const reason = other
        ? `${other.kind} ${other.value} (line ${other.line})${others} already ${more.length > 0 ? 'give' : 'gives'} the same verdict`
        : 'no rule disallows what it allows';
      yield {
        message: `This rule has no effect: ${reason}`,
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
