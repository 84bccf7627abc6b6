import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { nextRecord } from '../record-names.ts';
import { hasEscapedLineEnd } from './escaped-line-end.ts';
import { hasPlaceholder } from './failed-template.ts';
import { INVISIBLE } from './invisible-character.ts';

/** Octets that must be escaped in a URI. Another rule covers control octets. */
const RAW = /[ \t"<>\\^`{|}\u007f-\uffff]/;

/** RFC 9309 §2.2.2, RFC 3986 §2. */
export function* rawOctetsInPattern(context: LintContext): Iterable<Finding> {
  for (const { value, span, valueSpan } of context.rules) {
    if (!/^[/*]/.test(value) || !RAW.test(value)) continue;
    if (otherSyntaxOf(value) || nextRecord(value) || hasEscapedLineEnd(value)) continue;
    if (INVISIBLE.test(value) || hasPlaceholder(value)) continue;
    const encoded = context
      .encoded(valueSpan)
      .replace(/["<>\\^`{|}]/g, (raw) => `%${raw.charCodeAt(0).toString(16).toUpperCase()}`);
    yield {
      message: `Some crawlers compare ${inQuotes(value)} without encoding it, so it never matches`,
      span,
      fixes: [
        {
          title: `Write ${encoded}`,
          edits: [{ span: valueSpan, replacement: encoded }],
          changesVerdicts: true,
        },
      ],
    };
  }
}
