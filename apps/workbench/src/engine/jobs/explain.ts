/** Explains one verdict, with every rule that matches. */
import type { Failure } from '@robots-exclusion/operations';
import { type DecisionAnswer, decider } from '@robots-exclusion/operations/evaluate';
import { crawlDelay } from 'robots-exclusion/records';
import type { Crawler } from '../crawler.ts';
import { findDialect, precedenceOf } from '../dialects.ts';
import { dialectOf, draftQuestion, type PreparedDraft, prepared, resolved } from '../drafts.ts';
import type { ExplainQuestion, Explanation } from '../protocol.ts';

export function explain({ draft, crawler, url, reading }: ExplainQuestion): Explanation | Failure {
  const [decision] = decider(draftQuestion(draft, crawler, reading))(url) as [DecisionAnswer | Failure];
  if ('error' in decision) return decision;
  return {
    decision: decision as Explanation['decision'],
    ...readAs(crawler, reading),
    ...delay(prepared(draft), crawler),
  };
}

function readAs(crawler: Crawler, reading: string): Pick<Explanation, 'readAs'> {
  const dialect = findDialect(dialectOf(crawler, reading));
  if (dialect === undefined || dialect.name === 'rfc9309') return {};
  return { readAs: { title: dialect.title, precedence: precedenceOf(dialect) } };
}

function delay(source: PreparedDraft, crawler: Crawler): Pick<Explanation, 'crawlDelay'> {
  const found = crawlDelay(source.document, resolved(crawler).who);
  return found ? { crawlDelay: { seconds: found.seconds, line: found.record.line } } : {};
}
