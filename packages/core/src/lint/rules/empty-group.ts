import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.1: the last group may have no rules, which allows everything. */
export const emptyGroup: LintRule = {
  code: 'empty-group',
  severity: 'warning',
  title: 'A group has no rules',
  reason:
    'The crawlers named by the group may fetch everything, including what "*" disallows. Some parsers drop such a group and apply the group of "*" instead.',
  bad: { body: 'User-agent: *\nDisallow: /private/\n\nUser-agent: FooBot\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n\nUser-agent: FooBot\nDisallow:\n' },
  *check(context: LintContext): Iterable<Finding> {
    // If the file disallows nothing, a crawler with an empty group escapes no rule.
    const isClosed = context.rules.some(({ kind, value }) => kind === 'disallow' && value !== '');
    if (!isClosed) return;
    const ruled = new Set(
      context.crawlers
        .filter(({ groups }) => groups.some(({ rules }) => rules.length > 0))
        .map(({ token }) => token.toLowerCase()),
    );
    for (const { userAgents, rules, productTokens } of context.document.groups) {
      const last = userAgents.at(-1);
      if (rules.length > 0 || !last) continue;
      // An empty group for "*" is unambiguous. A crawler with rules in another group follows those rules.
      const open = productTokens.filter((token) => token !== '*' && !ruled.has(token.toLowerCase()));
      if (open.length === 0) continue;
      yield {
        message: `This group has no rules, so ${open.join(', ')} may fetch everything`,
        span: { start: userAgents[0]?.span.start ?? last.span.start, end: last.span.end },
      };
    }
  },
};
