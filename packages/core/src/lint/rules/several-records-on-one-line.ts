import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { nextRecord } from '../record-names.ts';

/** RFC 9309 §2.2: a record ends with its line. */
export const severalRecordsOnOneLine: LintRule = {
  code: 'several-records-on-one-line',
  severity: 'error',
  title: 'A line contains several records',
  reason:
    'A record ends with its line. Crawlers read the second record as part of the first value: the second has no effect, and the first does not match what was meant.',
  bad: { body: 'User-agent: *\nDisallow: /tmp/; Disallow: /cache/\n' },
  good: { body: 'User-agent: *\nDisallow: /tmp/\nDisallow: /cache/\n' },
  *check(context: LintContext): Iterable<Finding> {
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
  },
};
