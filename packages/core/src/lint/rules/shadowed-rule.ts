import { listed } from '../../print/listed.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { removal } from '../remove-line.ts';

const MOST_NAMED = 3;

/** RFC 9309 §2.2.2: the most specific rule decides; if rules are equivalent, the allow rule decides. */
export function* shadowedRule(context: LintContext): Iterable<Finding> {
  for (const { record, kind, because, isRemovable } of context.deadRules) {
    // If only rules with the same verdict outrank the rule, the rule is merely redundant.
    if (kind !== 'shadowed' || because.every((other) => other.kind === record.kind)) continue;
    // `contradicting-rules` reports a pattern that is both allowed and disallowed.
    if (because.some((other) => context.patternOf(other) === context.patternOf(record))) continue;
    const others = because.map(({ value, line }) => `${value} (line ${line})`);
    yield {
      message: `This rule never applies because more specific rules decide every path that it matches: ${listed(others, MOST_NAMED)}`,
      span: record.span,
      ...(isRemovable && {
        fixes: [removal(context.document, record)],
      }),
    };
  }
}
