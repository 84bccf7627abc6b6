/** Rules that report what the parser diagnoses. */
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.3: the file MUST be UTF-8. It does not mention byte order marks. */
export function byteOrderMark(context: LintContext): Finding[] {
  return parserFindings(context, 'byte-order-mark').map((finding) => ({
    ...finding,
    fixes: [
      {
        title: 'Remove the byte order mark',
        edits: [{ span: finding.span, replacement: '' }],
        changesVerdicts: false,
      },
    ],
  }));
}

/** Reports the diagnostics with a code. */
export function parserCheck(code: string): LintRule['check'] {
  return (context) => parserFindings(context, code);
}

function parserFindings({ document }: LintContext, code: string): Finding[] {
  return document.diagnostics
    .filter((diagnostic) => diagnostic.code === code)
    .map(({ message, span }) => ({ message, span }));
}
