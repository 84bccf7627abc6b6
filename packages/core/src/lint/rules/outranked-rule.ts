import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** RFC 9309 §2.2.2: the most octets decide, whatever the order in the file. */
export function* outrankedRule(context: LintContext): Iterable<Finding> {
  for (const { record, losesTo } of context.deadRules) {
    if (!losesTo) continue;
    const { to, target, isLonger } = losesTo;
    const why = isLonger ? 'which is longer' : 'which is as long, and allow wins';
    yield {
      message: `By RFC 9309, this rule loses to ${to.kind} ${to.value} (line ${to.line}), ${why}: ${target} stays ${to.kind === 'allow' ? 'allowed' : 'disallowed'}. Without this rule, no verdict would change`,
      span: record.span,
    };
  }
}
