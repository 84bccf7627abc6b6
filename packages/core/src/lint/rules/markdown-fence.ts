import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** A line of Markdown that begins or ends a block of code. */
export const FENCE: RegExp = /^(?:`{3,}|~{3,})[\w.-]*$/;

/** RFC 9309 §2.2. */
export const markdownFence: LintRule = {
  code: 'markdown-fence',
  severity: 'warning',
  title: 'The fence of a Markdown code block stands in the file',
  reason:
    'The file was copied with the marks around it. Crawlers skip such a line; a few give up on the file.',
  bad: { body: '```text\nUser-agent: *\nDisallow: /a\n```\n' },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { kind, text, span } of context.otherLines) {
      if (kind === 'malformed' && FENCE.test(text.trim()))
        yield {
          message: 'This line marks a code block in Markdown: it does not belong in a robots.txt',
          span,
        };
    }
  },
};
