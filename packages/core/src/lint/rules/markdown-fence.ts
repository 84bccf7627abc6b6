import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** Matches a Markdown line that begins or ends a code block. */
export const FENCE: RegExp = /^(?:`{3,}|~{3,})[\w.-]*$/;

/** RFC 9309 §2.2. */
export function* markdownFence(context: LintContext): Iterable<Finding> {
  for (const { kind, text, span } of context.otherLines) {
    if (kind === 'malformed' && FENCE.test(text.trim()))
      yield {
        message: 'This line is a Markdown code fence and does not belong in a robots.txt',
        span,
      };
  }
}
