import type { LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { valueRule } from '../value-rule.ts';

/** RFC 9309 §2.2: a rule has one path pattern. */
export const severalPatternsOnOneLine: LintRule = valueRule({
  code: 'several-patterns-on-one-line',
  severity: 'error',
  title: 'A rule lists several patterns',
  reason:
    'A rule has one pattern. A list is read as one long path with spaces or commas in it, which no page has: nothing of it holds.',
  bad: { body: 'User-agent: *\nDisallow: /a /b, /c\n' },
  good: { body: 'User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /c\n' },
  isAt: ({ value }) => otherSyntaxOf(value) === 'list',
  says: ({ value }) =>
    `One rule has one pattern: ${JSON.stringify(value)} is read as a single path. Give each pattern a line of its own`,
});
