import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.2.2: the most octets decide, whatever the order in the file. */
export const outrankedRule: LintRule = {
  code: 'outranked-rule',
  severity: 'warning',
  title: 'A rule loses to a longer rule of the other kind',
  reason:
    'Where two rules match, the longer one decides. This rule is the shorter one there, and no verdict would change without it. To make it decide, write a longer pattern, or one pattern for each place.',
  bad: { body: 'User-agent: *\nDisallow: /\nAllow: /team-a\nDisallow: /*/raw\n' },
  good: { body: 'User-agent: *\nDisallow: /\nAllow: /team-a\nDisallow: /team-a/*/raw\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { record, losesTo } of context.deadRules) {
      if (!losesTo) continue;
      const { to, target, isLonger } = losesTo;
      const why = isLonger ? 'which is longer' : 'which is as long, and allow wins';
      yield {
        message: `By RFC 9309, this rule loses to ${to.kind} ${to.value} (line ${to.line}), ${why}: ${target} stays ${to.kind === 'allow' ? 'allowed' : 'disallowed'}. Without this rule, no verdict would change`,
        span: record.span,
      };
    }
  },
};
