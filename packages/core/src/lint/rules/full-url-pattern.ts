import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** A pattern that is a whole URL. */
export const FULL_URL: RegExp = /^[a-z][a-z0-9+.-]*:\/\//i;

/** RFC 9309 §2.2. */
export const fullUrlPattern: LintRule = {
  code: 'full-url-pattern',
  severity: 'error',
  title: 'A path pattern is a whole URL',
  reason:
    'A robots.txt speaks for its own host only, and its patterns are paths. A whole URL matches nothing.',
  bad: { body: 'User-agent: *\nDisallow: https://example.com/private/\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { value, span, valueSpan } of context.recordsOf('allow', 'disallow')) {
      if (!FULL_URL.test(value)) continue;
      const path = value.replace(/^[^:]*:\/\/[^/?#]*/, '') || '/';
      yield {
        message: 'A path pattern begins with "/": this whole URL matches nothing',
        span,
        fixes: [
          {
            title: `Write ${JSON.stringify(path)}`,
            edits: [{ span: valueSpan, replacement: path }],
            changesVerdicts: true,
          },
        ],
      };
    }
  },
};
