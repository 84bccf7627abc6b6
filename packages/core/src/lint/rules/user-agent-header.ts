import { productTokens } from '../../rules/product-tokens.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** RFC 9309 §2.2.1: the product token is a part of the User-Agent header. */
export function* userAgentHeader(context: LintContext): Iterable<Finding> {
  const [first, ...further] = context.recordsOf('user-agent').filter(({ value }) => isUserAgentHeader(value));
  if (!first) return;
  const [token] = productTokens(first.value);
  const named = token === undefined ? '' : `. Its product token is ${token}`;
  const also = furtherLines(further.map(({ line }) => line));
  yield { message: `No crawler matches a full User-Agent header${named}${also}`, span: first.span };
}

/** Whether the value begins like a browser's header. In any other value, crawlers find the token at its beginning. */
export function isUserAgentHeader(value: string): boolean {
  return /^["']?(?:Mozilla|Opera)\/\d/i.test(value);
}
