import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { parserFindings } from '../parser-findings.ts';

/** RFC 9309 §2.3: the file MUST be UTF-8; it says nothing of a mark. */
export const byteOrderMark: LintRule = {
  code: 'byte-order-mark',
  severity: 'warning',
  title: 'A byte order mark begins the file',
  reason: 'Parsers that do not skip it lose the first line, and with it the first group.',
  bad: { body: '\ufeffUser-agent: *\nDisallow: /a\n' },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  check: (context: LintContext): Finding[] =>
    parserFindings(context, 'byte-order-mark').map((finding) => ({
      ...finding,
      fixes: [
        {
          title: 'Remove the byte order mark',
          edits: [{ span: finding.span, replacement: '' }],
          changesVerdicts: false,
        },
      ],
    })),
};
