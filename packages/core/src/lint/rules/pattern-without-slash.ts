import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { FULL_URL } from './full-url-pattern.ts';

/** RFC 9309 §2.2: `path-pattern = "/" …`. */
export const patternWithoutSlash: LintRule = {
  code: 'pattern-without-slash',
  severity: 'error',
  title: 'A path pattern does not begin with "/"',
  reason:
    'A path begins with "/", so a pattern that begins otherwise (but for "*") matches nothing. Some parsers put the slash in, others compare the text as it is.',
  bad: { body: 'User-agent: *\nDisallow: private/\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { value, span, valueSpan } of context.recordsOf('allow', 'disallow')) {
      if (value === '' || /^[/*]/.test(value) || FULL_URL.test(value) || otherSyntaxOf(value)) continue;
      const message = `The pattern ${JSON.stringify(value)} begins with neither "/" nor "*": it matches nothing`;
      if (FILE_ENDING.test(value)) {
        yield {
          message: `${message}. Every path that ends so is matched by ${JSON.stringify(`/*${value}`)}`,
          span,
        };
        continue;
      }
      yield {
        message,
        span,
        fixes: [
          {
            title: `Write "/${value}"`,
            edits: [{ span: { start: valueSpan.start, end: valueSpan.start }, replacement: '/' }],
            changesVerdicts: true,
          },
        ],
      };
    }
  },
};

/** `.pdf$`: a slash before it would name one file in the root. */
const FILE_ENDING = /^\.[\w*]+\$$/;
