import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** A misspelled name matches no crawler at all. */
export function* unknownProductToken(context: LintContext): Iterable<Finding> {
  for (const { userAgents, productTokens } of context.document.groups) {
    for (const [index, token] of productTokens.entries()) {
      const record = userAgents[index];
      const meant = isPlain(record?.value ?? '') ? context.misspeltToken(token) : undefined;
      if (!record || meant === undefined) continue;
      yield {
        message: `Unknown crawler ${token}. Did you mean ${meant}?`,
        span: record.span,
        fixes: [
          {
            title: `Write ${meant}`,
            edits: [
              {
                span: { start: record.valueSpan.start, end: record.valueSpan.start + token.length },
                replacement: meant,
              },
            ],
            changesVerdicts: true,
          },
        ],
      };
    }
  }
}

/** Whether the value is a plain token. Other rules cover all other values. */
function isPlain(value: string): boolean {
  return /^[A-Za-z0-9_.-]+(?:\/\S*)?$/.test(value);
}
