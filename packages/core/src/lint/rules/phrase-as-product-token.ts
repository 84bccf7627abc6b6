import type { DocumentRecord } from '../../parse/records.ts';
import { furtherLines } from '../further-lines.ts';
import { leadingToken } from '../leading-token.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { isUserAgentHeader } from './user-agent-header.ts';

/** RFC 9309 §2.2.1: a product token has letters, `_` and `-` only. */
export const phraseAsProductToken: LintRule = {
  code: 'phrase-as-product-token',
  severity: 'info',
  title: 'A product token with spaces or other characters',
  reason:
    'Parsers that follow the RFC compare the letters before the first such character, others the whole value. Some crawlers do look for a name with spaces, as their operators document it. Old lists of unwelcome robots hold hundreds of such names: they are told once.',
  bad: { body: 'User-agent: Foo Bot\nDisallow: /\n' },
  good: { body: 'User-agent: FooBot\nDisallow: /\n' },
  *check(context: LintContext): Iterable<Finding> {
    const [first, ...further] = context.recordsOf('user-agent').filter(isPhrase);
    if (!first) return;
    const token = leadingToken(first.value);
    const read = token === '' ? 'nobody’s name' : JSON.stringify(token);
    yield {
      message: `Of ${JSON.stringify(first.value)} crawlers that follow RFC 9309 read ${read}${furtherLines(further.map(({ line }) => line))}`,
      span: first.span,
    };
  },
};

/** Digits, dots and a version are common and mostly read; of leading stars, lists and headers other rules speak. */
function isPhrase({ value }: DocumentRecord): boolean {
  if (value === '' || /^[*/("'`“‘]|[,;]/.test(value) || isUserAgentHeader(value)) return false;
  return !/^[A-Za-z0-9_.-]+(?:\/\S*)?$/.test(value);
}
