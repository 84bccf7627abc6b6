import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.2.2. */
export const blocksEverything: LintRule = {
  code: 'blocks-everything',
  severity: 'warning',
  title: 'The whole site is disallowed for all crawlers',
  reason:
    'Crawlers fetch nothing, and the site disappears from search results. Such a file belongs on a staging site and often reaches production by mistake.',
  bad: { body: 'User-agent: *\nDisallow: /\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  *check(context: LintContext): Iterable<Finding> {
    const rules =
      context.crawlers.find(({ token }) => token === '*')?.groups.flatMap((group) => group.rules) ?? [];
    const closing = rules.find(({ kind, value }) => kind === 'disallow' && /^(?:\/|\/?\*+\$?)$/.test(value));
    const isOpened = rules.some(({ kind, value }) => kind === 'allow' && value !== '');
    if (!closing || isOpened || isOpenToSomebody(context)) return;
    yield {
      message: 'This rule disallows the whole site for all crawlers',
      span: closing.span,
    };
  },
};

/** Whether some crawler is admitted. The file is then an allow-list, so disallowing "*" is intended. */
function isOpenToSomebody(context: LintContext): boolean {
  return context.choices.some(({ token }) => token !== '*' && context.ruleSetOf(token).allows('/'));
}
