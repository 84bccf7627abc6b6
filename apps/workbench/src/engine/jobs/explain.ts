/** One verdict with every rule that matched. */
import { DEFAULT_CANDIDATES } from '@robots-exclusion/operations/limits';
import { shortened } from '@robots-exclusion/operations/verdict';
import { explain as explainVerdict, type Verdict } from 'robots-exclusion';
import { describeCrawler } from 'robots-exclusion/agents';
import { crawlDelay } from 'robots-exclusion/records';
import type { Crawler } from '../crawler.ts';
import { findDialect, precedenceOf } from '../dialects.ts';
import { type PreparedDraft, prepared, resolved } from '../drafts.ts';
import type { ExplainQuestion, Explanation } from '../protocol.ts';

export function explain({ draft, crawler, url, reading }: ExplainQuestion): Explanation | { notUrl: string } {
  const source = prepared(draft);
  let verdict: Verdict;
  try {
    verdict = explainVerdict(source.rulesFor(crawler, reading), url);
  } catch (error) {
    return { notUrl: error instanceof Error ? error.message : String(error) };
  }
  return {
    crawler: describeCrawler(source.documentFor(crawler, reading), resolved(crawler, reading)),
    verdict: shortened(verdict, DEFAULT_CANDIDATES),
    ...readAs(crawler, reading),
    ...delay(source, crawler),
  };
}

function readAs(crawler: Crawler, reading: string): Pick<Explanation, 'readAs'> {
  const dialect = findDialect(reading === 'own' ? crawler.dialect : reading);
  if (dialect === undefined || dialect.name === 'rfc9309') return {};
  return { readAs: { title: dialect.title, precedence: precedenceOf(dialect) } };
}

function delay(source: PreparedDraft, crawler: Crawler): Pick<Explanation, 'crawlDelay'> {
  const found = crawlDelay(source.document, resolved(crawler).who);
  return found ? { crawlDelay: { seconds: found.seconds, line: found.record.line } } : {};
}
