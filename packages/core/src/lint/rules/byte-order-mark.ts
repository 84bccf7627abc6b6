import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { parserFindings } from '../parser-findings.ts';

/** RFC 9309 §2.3: the file MUST be UTF-8. It does not mention byte order marks. */
export const byteOrderMark: LintRule = {
  code: 'byte-order-mark',
  severity: 'warning',
  title: 'The file begins with a byte order mark',
  reason: 'Parsers that do not skip the mark lose the first line, and the first group with it.',
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
