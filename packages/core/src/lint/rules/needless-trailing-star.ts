import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { EVERYTHING } from './matches-everything.ts';

/** RFC 9309 §2.2.3. */
export function* needlessTrailingStar(context: LintContext): Iterable<Finding> {
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
}

/** The offset of the trailing stars, which a `$` may follow. The first character is never part of them. */
function endOfNeeded(value: string): number {
  let end = value.endsWith('$') ? value.length - 1 : value.length;
  while (end > 1 && value[end - 1] === '*') end--;
  return end;
}
