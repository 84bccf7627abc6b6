import type { Group } from '../../parse/groups.ts';
import { opensNoPage } from '../../rules/no-page.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

import { gapOf } from './blank-line-in-group.ts';

/** RFC 9309 §2.2.2. */
export function* blocksEverything(context: LintContext): Iterable<Finding> {
  const closing = closureOf(context);
  if (!closing || openCrawler(context) !== undefined) return;
  const hasGap = starGroups(context).some((group) => gapOf(context.document, group));
  yield {
    message: `This rule disallows the whole site for all crawlers${hasGap ? ' that follow RFC 9309' : ''}`,
    span: closing.span,
  };
}

/** The rule that closes every page to crawlers without a group of their own. */
export function closureOf(context: LintContext): Group['rules'][number] | undefined {
  const rules = starGroups(context).flatMap((group) => group.rules);
  const isOpened = rules.some(
    (rule) => rule.kind === 'allow' && /^[/*]/.test(rule.value) && !opensNoPage(rule),
  );
  if (isOpened) return undefined;
  return rules.find(({ kind, value }) => kind === 'disallow' && /^(?:\/|\/?\*+\$?)$/.test(value));
}

function starGroups(context: LintContext): readonly Group[] {
  return context.crawlers.find(({ token }) => token === '*')?.groups ?? [];
}

/** A crawler that is admitted by name. The file is then an allow-list, so disallowing "*" is intended. */
export function openCrawler(context: LintContext): string | undefined {
  return context.choices.find(({ token }) => token !== '*' && context.ruleSetOf(token).allows('/'))?.token;
}
