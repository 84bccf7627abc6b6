import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** A misspelled name matches no crawler at all. */
export const unknownProductToken: LintRule = {
  code: 'unknown-product-token',
  severity: 'warning',
  title: 'A product token looks like a misspelled crawler name',
  reason:
    'A crawler follows a group only if the token is exactly its own. If one letter is wrong, the crawler follows the group of "*".',
  bad: { body: 'User-agent: Googelbot\nDisallow: /a\n' },
  good: { body: 'User-agent: Googlebot\nDisallow: /a\n' },
  *check(context: LintContext): Iterable<Finding> {
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
  },
};

/** Whether the value is a plain token. Other rules cover all other values. */
function isPlain(value: string): boolean {
  return /^[A-Za-z0-9_.-]+(?:\/\S*)?$/.test(value);
}
