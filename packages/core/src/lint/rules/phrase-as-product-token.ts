import type { AgentIndex } from '../../agents/find-agent.ts';
import { leadingToken } from '../../agents/resolve-crawler.ts';
import type { DocumentRecord } from '../../parse/records.ts';
import { inQuotes } from '../../print/printable.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { nextRecord } from '../record-names.ts';
import { hasEscapedLineEnd } from './escaped-line-end.ts';
import { tokensOnLine } from './several-tokens-on-one-line.ts';
import { isUserAgentHeader } from './user-agent-header.ts';

/** RFC 9309 §2.2.1: a product token contains only letters, `_` and `-`. */
export function* phraseAsProductToken(context: LintContext): Iterable<Finding> {
  const [first, ...further] = context
    .recordsOf('user-agent')
    .filter((record) => isPhrase(record, context.registry));
  if (!first) return;
  yield { message: `${readAs(first.value)}${others(further)}`, span: first.span };
}

/** What RFC 9309 and Google take for the product token of a value. */
function readAs(value: string): string {
  const [own, googles] = [leadingToken(value), /^[A-Za-z_-]*/.exec(value)?.[0] ?? ''];
  const named = (token: string) => (token === '' ? 'no product token' : inQuotes(token));
  const google = own === googles ? '' : `; Google reads ${named(googles)}`;
  return `Crawlers that follow RFC 9309 read ${inQuotes(value)} as ${named(own)}${google}`;
}

function others(further: readonly DocumentRecord[]): string {
  return furtherLines(further.map(({ line }) => line)).replace('(also', '(also other names');
}

/**
 * Whether the value is a phrase. Digits are common and usually work. Other rules cover leading stars, lists and headers.
 */
function isPhrase({ value }: DocumentRecord, registry: AgentIndex): boolean {
  if (value === '' || /^[*/("'`“‘]|[,;]/.test(value) || isUserAgentHeader(value)) return false;
  return (
    !/^[A-Za-z0-9_-]+\/?$/.test(value) &&
    tokensOnLine(value, registry).length === 0 &&
    !nextRecord(value) &&
    !hasEscapedLineEnd(value)
  );
}
