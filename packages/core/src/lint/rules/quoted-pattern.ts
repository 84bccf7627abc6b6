import type { LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { valueRule } from '../value-rule.ts';

/** RFC 9309 §2.2: `path-pattern = "/" …`. */
export const quotedPattern: LintRule = valueRule({
  code: 'quoted-pattern',
  severity: 'error',
  title: 'A pattern stands in quotation marks',
  reason:
    'The quotation marks are read as part of the pattern, and it does not begin with "/": it matches nothing.',
  bad: { body: 'User-agent: *\nDisallow: "/private/"\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  isAt: ({ value }) => otherSyntaxOf(value) === 'quotes',
  says: ({ value }) =>
    `The quotation marks of ${value} belong to the pattern, which therefore matches nothing`,
});
