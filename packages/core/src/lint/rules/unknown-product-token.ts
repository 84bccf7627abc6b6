import { agents } from '../../agents/index.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { nearest } from '../nearest.ts';

/** Spelling it almost right is as good as not naming the crawler at all. */
export const unknownProductToken: LintRule = {
  code: 'unknown-product-token',
  severity: 'warning',
  title: 'A product token is nearly that of a known crawler',
  reason:
    'A crawler obeys a group only if the token is its own, letter by letter. With one letter off, its group is the one of "*".',
  bad: { body: 'User-agent: Googelbot\nDisallow: /a\n' },
  good: { body: 'User-agent: Googlebot\nDisallow: /a\n' },
  *check(context: LintContext): Iterable<Finding> {
    const known = agents.map(({ token }) => token);
    const lower = new Set(known.map((token) => token.toLowerCase()));
    for (const { userAgents, productTokens } of context.document.groups) {
      for (const [index, token] of productTokens.entries()) {
        const record = userAgents[index];
        if (!record || token.length < 6 || lower.has(token.toLowerCase())) continue;
        const meant = nearest(token, known, 1);
        if (meant === undefined || !isSlip(token, meant)) continue;
        yield {
          message: `No crawler known by the name ${token}: did you mean ${meant}?`,
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

/** A letter too many, one too few, or two swapped. A letter in place of another is more often another crawler. */
function isSlip(token: string, meant: string): boolean {
  const letters = (text: string): string => [...text.toLowerCase()].sort().join('');
  return token.length !== meant.length || letters(token) === letters(meant);
}
