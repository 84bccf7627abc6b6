import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** URL Standard 4.4: a client resolves dot segments and replaces `\` by `/` before it sends a path. */
export const unreachablePattern: LintRule = {
  code: 'unreachable-pattern',
  severity: 'error',
  title: 'A pattern can never match a request',
  reason:
    'Clients resolve "/./" and "/../" before they send a request, so a pattern that contains them never matches.',
  bad: { body: 'User-agent: *\nDisallow: /a/../b\n' },
  good: { body: 'User-agent: *\nDisallow: /b\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { value, span } of context.rules) {
      const path = value.split('?')[0] ?? '';
      const segment = /\/((?:\.|%2e){1,2})(?=\/)/i.exec(path)?.[1];
      if (segment && path.startsWith('/')) {
        yield {
          message: `Clients never send a path that contains "/${segment}/", so this rule matches nothing`,
          span,
        };
      }
    }
  },
};
