import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { hasPlaceholder } from './failed-template.ts';

/** RFC 3986 §2.1, §6.2.2. */
export function* doubtfulEscape(context: LintContext): Iterable<Finding> {
  for (const { value, span, valueSpan } of context.rules) {
    if (hasPlaceholder(value)) continue;
    // Before a star, the start of an escape is meaningful: it matches all escapes that begin that way.
    const stray = /%(?![0-9A-Fa-f]{2}|[0-9A-Fa-f]?\*)/.exec(value);
    const twice = /%25[0-9A-Fa-f]{2}/.exec(value)?.[0];
    // At the end of a value, a stray `%` is more often a truncated escape.
    const isLast = stray && /^%[0-9A-Fa-f]?\$?$/.test(value.slice(stray.index));
    if (isLast)
      yield {
        message: 'The "%" at the end of this pattern does not start a percent-encoded character',
        span,
      };
    else if (stray && context.isAscii(valueSpan)) {
      const at = valueSpan.start + stray.index;
      yield {
        message: 'This "%" does not start a percent-encoded character. Write "%25" to match a percent sign',
        span,
        fixes: [
          {
            title: 'Write "%25"',
            edits: [{ span: { start: at, end: at + 1 }, replacement: '%25' }],
            changesVerdicts: true,
          },
        ],
      };
    } else if (stray)
      yield { message: 'A "%" in this pattern does not start a percent-encoded character', span };
    else if (twice)
      yield {
        message: `${twice} is encoded twice. Crawlers decode once, so the pattern matches only URLs that contain "${twice}"`,
        span,
      };
  }
}
