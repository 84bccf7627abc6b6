import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 3986 §2.1, §6.2.2. */
export const doubtfulEscape: LintRule = {
  code: 'doubtful-escape',
  severity: 'warning',
  title: 'A pattern holds a doubtful percent-escape',
  reason:
    'A "%" without two hexadecimal digits stands for itself here and makes other parsers fail. "%25" before two digits looks like something encoded twice: it matches only URLs that are encoded twice as well.',
  bad: { body: 'User-agent: *\nDisallow: /100%/\nDisallow: /a%2520b\n' },
  good: { body: 'User-agent: *\nDisallow: /100%25/\nDisallow: /a%20b\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { value, span, valueSpan } of context.rules) {
      const stray = /%(?![0-9A-Fa-f]{2})/.exec(value);
      const twice = /%25[0-9A-Fa-f]{2}/.exec(value)?.[0];
      // One at the end is more often the rest of an escape, or of nothing.
      const isLast = stray?.index === value.replace(/\*?\$?$/, '').length - 1;
      if (stray && isLast) yield { message: 'The "%" at the end of this pattern begins no escape', span };
      else if (stray && context.isAscii(valueSpan)) {
        const at = valueSpan.start + stray.index;
        yield {
          message: 'This "%" begins no escape: write "%25" if a percent sign is meant',
          span,
          fixes: [
            {
              title: 'Write "%25"',
              edits: [{ span: { start: at, end: at + 1 }, replacement: '%25' }],
              changesVerdicts: true,
            },
          ],
        };
      } else if (stray) yield { message: 'A "%" in this pattern begins no escape', span };
      else if (twice)
        yield {
          message: `${twice} is encoded twice: crawlers decode once, so it matches only URLs that hold "${twice}"`,
          span,
        };
    }
  },
};
