import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { removal } from '../remove-line.ts';

/** RFC 9309 §2.2.2: duplicate rules MAY be deduplicated. */
export function* duplicateRule(context: LintContext): Iterable<Finding> {
  for (const { rules } of context.document.groups) {
    const seen = new Map<string, number>();
    for (const rule of rules) {
      const key = `${rule.kind} ${context.patternOf(rule)}`;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, rule.line);
      else {
        yield {
          message: `By RFC 9309, this rule repeats line ${first}`,
          span: rule.span,
          fixes: [removal(context.document, rule)],
        };
      }
    }
  }
}
