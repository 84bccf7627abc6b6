import { inQuotes } from '../../print/printable.ts';
import type { LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { valueRule } from '../value-rule.ts';

/** RFC 9309 §2.2: `path-pattern = "/" …`. */
export const wordAsPattern: LintRule = valueRule({
  code: 'word-as-pattern',
  severity: 'error',
  title: 'A word such as "all" is used as a pattern',
  reason:
    'A rule needs a path pattern. "Disallow: all" matches nothing, so everything stays allowed. Write "/" to match everything, or leave the value empty to match nothing.',
  bad: { body: 'User-agent: *\nDisallow: all\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  isAt: ({ value }) => otherSyntaxOf(value) === 'word',
  says: ({ value, kind }) =>
    `${inQuotes(value)} is not a path pattern, so this ${kind} rule matches nothing. The pattern for all paths is "/"`,
});
