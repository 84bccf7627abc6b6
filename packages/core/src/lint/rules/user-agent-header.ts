import { productTokens } from '../../rules/product-tokens.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.2.1: the product token is a part of the User-Agent header. */
export const userAgentHeader: LintRule = {
  code: 'user-agent-header',
  severity: 'warning',
  title: 'A user-agent line contains a full User-Agent header',
  reason:
    'Crawlers look for their product token, not for their full header. From a header that begins with "Mozilla/5.0" they read "Mozilla", which no crawler uses. The rule reports all such lines once.',
  bad: {
    body: 'User-agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)\nDisallow: /a\n',
  },
  good: { body: 'User-agent: Googlebot\nDisallow: /a\n' },
  *check(context: LintContext): Iterable<Finding> {
    const [first, ...further] = context
      .recordsOf('user-agent')
      .filter(({ value }) => isUserAgentHeader(value));
    if (!first) return;
    const [token] = productTokens(first.value);
    const named = token === undefined ? '' : `. Its product token is ${token}`;
    const also = furtherLines(further.map(({ line }) => line));
    yield { message: `No crawler matches a full User-Agent header${named}${also}`, span: first.span };
  },
};

/** Whether the value begins like a browser's header. In any other value, crawlers find the token at its beginning. */
export function isUserAgentHeader(value: string): boolean {
  return /^["']?(?:Mozilla|Opera)\/\d/i.test(value);
}
