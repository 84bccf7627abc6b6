import type { LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { valueRule } from '../value-rule.ts';

/** RFC 9309 §2.2: `path-pattern = "/" …`. */
export const quotedPattern: LintRule = valueRule({
  code: 'quoted-pattern',
  severity: 'error',
  title: 'A pattern is in quotation marks',
  reason: 'The quotation marks are part of the pattern, so it does not begin with "/" and matches nothing.',
  bad: { body: 'User-agent: *\nDisallow: "/private/"\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  isAt: ({ value }) => otherSyntaxOf(value) === 'quotes',
  says: ({ value }) => `The pattern ${value} matches nothing because the quotation marks are part of it`,
});
