import type { DocumentRecord } from '../../parse/records.ts';
import { furtherLines } from '../further-lines.ts';
import { leadingToken } from '../leading-token.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { isUserAgentHeader } from './user-agent-header.ts';

/** RFC 9309 §2.2.1: a product token contains only letters, `_` and `-`. */
export const phraseAsProductToken: LintRule = {
  code: 'phrase-as-product-token',
  severity: 'info',
  title: 'A product token contains spaces or other characters',
  reason:
    'Parsers that follow RFC 9309 compare only the characters before the first such character, and others compare the whole value. Some operators document a name with spaces. Old lists contain hundreds of such names, so the rule reports them once.',
  bad: { body: 'User-agent: Foo Bot\nDisallow: /\n' },
  good: { body: 'User-agent: FooBot\nDisallow: /\n' },
  *check(context: LintContext): Iterable<Finding> {
    const [first, ...further] = context.recordsOf('user-agent').filter(isPhrase);
    if (!first) return;
    const token = leadingToken(first.value);
    const read = token === '' ? 'no product token' : JSON.stringify(token);
    yield {
      message: `Crawlers that follow RFC 9309 read ${JSON.stringify(first.value)} as ${read}${furtherLines(further.map(({ line }) => line))}`,
      span: first.span,
    };
  },
};

/**
 * Whether the value is a phrase. Digits, dots and a version are common and usually work. Other rules cover leading
 * stars, lists and headers.
 */
function isPhrase({ value }: DocumentRecord): boolean {
  if (value === '' || /^[*/("'`“‘]|[,;]/.test(value) || isUserAgentHeader(value)) return false;
  return !/^[A-Za-z0-9_.-]+(?:\/\S*)?$/.test(value);
}
