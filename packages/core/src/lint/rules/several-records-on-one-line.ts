import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { nextRecord } from '../record-names.ts';

/** RFC 9309 §2.2: a record ends with its line. */
export function* severalRecordsOnOneLine(context: LintContext): Iterable<Finding> {
  for (const { value, span, valueSpan } of context.document.records) {
    const first = nextRecord(value);
    if (!first) continue;
    const lost = value.slice(first.end);
    const lines: string[] = [];
    let rest = value;
    for (let next = nextRecord(rest); next; next = nextRecord(rest)) {
      lines.push(rest.slice(0, next.start));
      rest = rest.slice(next.end);
    }
    yield {
      message: `${inQuotes(lost)} is part of the value here, not a record of its own, so it has no effect`,
      span,
      fixes: [
        {
          title: 'Write each record on a line of its own',
          edits: [{ span: valueSpan, replacement: [...lines, rest].join(context.lineEnd) }],
          changesVerdicts: true,
        },
      ],
    };
  }
}
