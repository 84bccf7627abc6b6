import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** Matches patterns that consist of stars, with or without the leading slash. They match all paths. */
export const EVERYTHING: RegExp = /^(?:\/\**|\*+(?:\/\**)?)\$?$/;

/** RFC 9309 §2.2.3. */
export function* matchesEverything(context: LintContext): Iterable<Finding> {
  for (const { kind, value, span, valueSpan } of context.rules) {
    // The lone "/$" matches the home page only.
    if (value === '/' || value === '/$' || !EVERYTHING.test(value)) continue;
    // A star alone is not a path for parsers without wildcards.
    const isLone = !value.startsWith('/');
    const many = isLone
      ? 'several parsers, such as Python’s urllib, read no rule in it'
      : 'some parsers do not support wildcards';
    yield {
      ...(isLone && kind === 'disallow' && { weight: 'major' as const }),
      message: `${inQuotes(value)} matches every path, as "/" does, but ${many}`,
      span,
      // The stars count toward specificity, so replacing them may change a verdict. Each fix is therefore proven.
      fixes: [
        {
          title: 'Write "/"',
          edits: [{ span: valueSpan, replacement: '/' }],
          changesVerdicts: false,
        },
      ],
    };
  }
}
