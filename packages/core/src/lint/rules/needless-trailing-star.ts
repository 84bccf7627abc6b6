import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { EVERYTHING } from './matches-everything.ts';

/** RFC 9309 §2.2.3. */
export const needlessTrailingStar: LintRule = {
  code: 'needless-trailing-star',
  severity: 'off',
  isFrequent: true,
  title: 'A pattern ends in a needless "*"',
  reason:
    'A pattern matches every path that begins with it, so a "*" at its end adds nothing but one octet of specificity; a few parsers read the star as a plain character.',
  bad: { body: 'User-agent: *\nDisallow: /private/*\n', profile: 'portable' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { value, span, valueSpan } of context.rules) {
      const stars = value.slice(endOfNeeded(value));
      if (!stars.startsWith('*') || EVERYTHING.test(value) || otherSyntaxOf(value)) continue;
      yield {
        message: `${inQuotes(value)} matches what ${inQuotes(value.slice(0, -stars.length))} matches`,
        span,
        // The star counts toward specificity, so removing it may change a verdict. Each fix is therefore proven.
        fixes: [
          {
            title: `Remove "${stars}"`,
            edits: [{ span: { start: valueSpan.end - stars.length, end: valueSpan.end }, replacement: '' }],
            changesVerdicts: false,
          },
        ],
      };
    }
  },
};

/** The offset of the trailing stars, which a `$` may follow. The first character is never part of them. */
function endOfNeeded(value: string): number {
  let end = value.endsWith('$') ? value.length - 1 : value.length;
  while (end > 1 && value[end - 1] === '*') end--;
  return end;
}
