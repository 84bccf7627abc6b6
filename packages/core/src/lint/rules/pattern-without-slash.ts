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
    'Every path begins with "/", so a pattern that begins with anything except "/" or "*" matches nothing. Some parsers add the slash, and others compare the text unchanged.',
  bad: { body: 'User-agent: *\nDisallow: private/\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { value, span, valueSpan } of context.recordsOf('allow', 'disallow')) {
      if (value === '' || /^[/*]/.test(value) || FULL_URL.test(value) || otherSyntaxOf(value)) continue;
      const message = `The pattern ${JSON.stringify(value)} matches nothing because it does not begin with "/" or "*"`;
      if (FILE_ENDING.test(value)) {
        yield {
          message: `${message}. To match every path with this ending, write ${JSON.stringify(`/*${value}`)}`,
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
