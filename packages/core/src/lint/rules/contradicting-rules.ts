import type { DocumentRecord } from '../../parse/records.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** RFC 9309 §2.2.2: if an allow and a disallow rule are equivalent, the allow rule SHOULD be used. */
export function* contradictingRules(context: LintContext): Iterable<Finding> {
  const told = new Set<DocumentRecord>();
  for (const { groups } of context.choices) {
    const allowed = new Map<string, DocumentRecord>();
    const rules = groups.flatMap((group) => group.rules).filter(({ value }) => value !== '');
    for (const rule of rules) if (rule.kind === 'allow') allowed.set(context.patternOf(rule), rule);
    for (const rule of rules) {
      const opposite = rule.kind === 'disallow' ? allowed.get(context.patternOf(rule)) : undefined;
      if (!opposite || told.has(rule)) continue;
      told.add(rule);
      yield {
        message: `Line ${opposite.line} allows the same pattern, and allow wins. This rule only affects parsers that follow the first matching rule`,
        span: rule.span,
      };
    }
  }
}
