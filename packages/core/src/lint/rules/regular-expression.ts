import { inQuotes } from '../../print/printable.ts';
import type { LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { valueRule } from '../value-rule.ts';

/** RFC 9309 §2.2.3: only `*` and a final `$` are special. */
export const regularExpression: LintRule = valueRule({
  code: 'regular-expression',
  severity: 'warning',
  title: 'A pattern is a regular expression',
  reason:
    'Only "*" and a final "$" are special. Character classes, groups, alternatives and backslashes match themselves, so such a pattern matches almost no URL.',
  bad: { body: 'User-agent: *\nDisallow: /(foo|bar)/[0-9]+\n' },
  good: { body: 'User-agent: *\nDisallow: /foo/\nDisallow: /bar/\n' },
  isAt: ({ value }) => otherSyntaxOf(value) === 'regular-expression',
  says: ({ value }) =>
    `${inQuotes(value)} looks like a regular expression, but only "*" and a final "$" are special. Crawlers match all other characters literally`,
});
