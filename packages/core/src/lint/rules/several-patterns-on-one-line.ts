import { inQuotes } from '../../print/printable.ts';
import type { LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { valueRule } from '../value-rule.ts';
import { hasEscapedLineEnd } from './escaped-line-end.ts';

/** RFC 9309 §2.2: a rule has one path pattern. */
export const severalPatternsOnOneLine: LintRule = valueRule({
  code: 'several-patterns-on-one-line',
  severity: 'error',
  title: 'A rule lists several patterns',
  reason:
    'A rule has one pattern. Crawlers read a list as one long path with spaces or commas, which matches no page.',
  bad: { body: 'User-agent: *\nDisallow: /a /b, /c\n' },
  good: { body: 'User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /c\n' },
  isAt: ({ value }) => otherSyntaxOf(value) === 'list' && !hasEscapedLineEnd(value),
  says: ({ value }) => `Crawlers read ${inQuotes(value)} as a single path. Each pattern needs its own rule`,
});
