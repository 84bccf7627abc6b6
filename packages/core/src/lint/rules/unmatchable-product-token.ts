import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.2.1: a product token has letters, `_` and `-`. */
export const unmatchableProductToken: LintRule = {
  code: 'unmatchable-product-token',
  severity: 'warning',
  title: 'A user-agent value that no crawler can find itself in',
  reason:
    'Crawlers compare their own product token with the line. A pattern, a phrase or an empty value is nobody’s token.',
  bad: { body: 'User-agent: *bot*\nDisallow: /\n' },
  good: { body: 'User-agent: FooBot\nDisallow: /\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { value, span } of context.recordsOf('user-agent')) {
      if (value === '*' || /^[A-Za-z0-9_.-]+(?:\/\S*)?$/.test(value) || /[,;]/.test(value)) continue;
      yield { message: messageFor(value), span };
    }
  },
};

function messageFor(value: string): string {
  if (value === '') return 'No product token: the group that begins here is nobody’s';
  if (value.startsWith('* '))
    return `Only the "*" of ${JSON.stringify(value)} counts, and not to every parser`;
  if (value.startsWith('*'))
    return `${JSON.stringify(value)} is no wildcard: "*" stands alone or matches nobody`;
  const token = /^[^\s/*,;(]*/.exec(value)?.[0];
  if (value === `${token}*`)
    return `${JSON.stringify(value)} is no wildcard: crawlers read ${JSON.stringify(token)}, some of them nothing at all`;
  return `Crawlers read ${JSON.stringify(token)} of ${JSON.stringify(value)}, or nothing at all: a product token has no spaces`;
}
