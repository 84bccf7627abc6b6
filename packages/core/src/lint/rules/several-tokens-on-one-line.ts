import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.2.1: a line names one product token. */
export const severalTokensOnOneLine: LintRule = {
  code: 'several-tokens-on-one-line',
  severity: 'error',
  title: 'A user-agent line names several crawlers',
  reason:
    'One line names one crawler. From "FooBot, BarBot", parsers read the first name at most, and some read neither.',
  bad: { body: 'User-agent: FooBot, BarBot\nDisallow: /\n' },
  good: { body: 'User-agent: FooBot\nUser-agent: BarBot\nDisallow: /\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { value, span, valueSpan } of context.recordsOf('user-agent')) {
      const tokens = value.split(/[,;]\s*/).filter((token) => token !== '');
      if (tokens.length < 2 || !tokens.every((token) => /^(?:\*|[A-Za-z0-9_./-]+)$/.test(token))) continue;
      yield {
        message: `Crawlers read at most the first name of this line, "${tokens[0]}"`,
        span,
        fixes: [
          {
            title: 'Write one line for each crawler',
            edits: [{ span: valueSpan, replacement: tokens.join(`${context.lineEnd}User-agent: `) }],
            changesVerdicts: true,
          },
        ],
      };
    }
  },
};
