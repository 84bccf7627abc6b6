import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Matches a Markdown line that begins or ends a code block. */
export const FENCE: RegExp = /^(?:`{3,}|~{3,})[\w.-]*$/;

/** RFC 9309 §2.2. */
export const markdownFence: LintRule = {
  code: 'markdown-fence',
  severity: 'warning',
  title: 'The file contains a Markdown code fence',
  reason:
    'The file was copied together with its code fence. Crawlers skip the line, but a few reject the whole file.',
  bad: { body: '```text\nUser-agent: *\nDisallow: /a\n```\n' },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { kind, text, span } of context.otherLines) {
      if (kind === 'malformed' && FENCE.test(text.trim()))
        yield {
          message: 'This line is a Markdown code fence and does not belong in a robots.txt',
          span,
        };
    }
  },
};
