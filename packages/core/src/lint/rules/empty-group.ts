import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** RFC 9309 §2.1: the last group may have no rules, which allows everything. */
export function* emptyGroup(context: LintContext): Iterable<Finding> {
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
}
