import { HASH } from '../../bytes/octet.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.2: `#` begins a comment anywhere in a line. */
export const commentCutsValue: LintRule = {
  code: 'comment-cuts-value',
  severity: 'warning',
  title: 'A "#" cuts a value in two',
  reason:
    'Whatever stands behind "#" is a comment, also without a space before it. Of "/a#b" the pattern is "/a", which matches far more; fragments never reach a server.',
  bad: { body: 'User-agent: *\nDisallow: /app#/settings\n' },
  good: { body: 'User-agent: *\nDisallow: /app # settings\n' },
  *check({ rules, document: { octets } }: LintContext): Iterable<Finding> {
    for (const { value, valueSpan } of rules) {
      if (value === '' || octets[valueSpan.end] !== HASH) continue;
      yield {
        message: `The pattern ends before the "#": it is ${JSON.stringify(value)}. Write "%23" if the character is meant, or a space before a comment`,
        span: { start: valueSpan.start, end: valueSpan.end + 1 },
      };
    }
  },
};
