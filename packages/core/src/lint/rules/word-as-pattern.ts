import type { LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { valueRule } from '../value-rule.ts';

/** RFC 9309 §2.2: `path-pattern = "/" …`. */
export const wordAsPattern: LintRule = valueRule({
  code: 'word-as-pattern',
  severity: 'error',
  title: 'A word such as "all" stands in place of a pattern',
  reason:
    'A rule has a path pattern and no words. "Disallow: all" matches nothing: everything stays open. "/" is the pattern for everything, an empty value the one for nothing.',
  bad: { body: 'User-agent: *\nDisallow: all\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  isAt: ({ value }) => otherSyntaxOf(value) === 'word',
  says: ({ value, kind }) =>
    `${JSON.stringify(value)} is not a path pattern: this ${kind} rule matches nothing. The pattern for everything is "/"`,
});
