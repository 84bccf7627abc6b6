import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Matches patterns that consist of stars, with or without the leading slash. They match all paths. */
export const EVERYTHING: RegExp = /^(?:\/\**|\*+(?:\/\**)?)\$?$/;

/** RFC 9309 §2.2.3. */
export const matchesEverything: LintRule = {
  code: 'matches-everything',
  severity: 'info',
  title: 'A pattern other than "/" matches everything',
  reason:
    'The pattern means the same as "/". Parsers without wildcard support look for a literal star, so the rule has no effect for them.',
  bad: { body: 'User-agent: *\nAllow: /a\nDisallow: /*\n' },
  good: { body: 'User-agent: *\nAllow: /a\nDisallow: /\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { value, span, valueSpan } of context.rules) {
      // The lone "/$" matches the home page only.
      if (value === '/' || value === '/$' || !EVERYTHING.test(value)) continue;
      yield {
        message: `${JSON.stringify(value)} matches every path, as "/" does, but some parsers do not support wildcards`,
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
  },
};
