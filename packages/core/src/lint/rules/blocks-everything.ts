import { opensNoPage } from '../../rules/no-page.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

import { gapOf } from './blank-line-in-group.ts';

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
    const groups = context.crawlers.find(({ token }) => token === '*')?.groups ?? [];
    const rules = groups.flatMap((group) => group.rules);
    const closing = rules.find(({ kind, value }) => kind === 'disallow' && /^(?:\/|\/?\*+\$?)$/.test(value));
    const isOpened = rules.some((rule) => rule.kind === 'allow' && rule.value !== '' && !opensNoPage(rule));
    if (!closing || isOpened || isOpenToSomebody(context)) return;
    const hasGap = groups.some((group) => gapOf(context.document, group));
    yield {
      message: `This rule disallows the whole site for all crawlers${hasGap ? ' that follow RFC 9309' : ''}`,
      span: closing.span,
    };
  },
};

/** Whether some crawler is admitted. The file is then an allow-list, so disallowing "*" is intended. */
function isOpenToSomebody(context: LintContext): boolean {
  return context.choices.some(({ token }) => token !== '*' && context.ruleSetOf(token).allows('/'));
}
