/** One verdict, with every rule that matched. */
import { explain as explainVerdict, type Verdict } from 'robots-exclusion';
import { crawlerNote, describeCrawler } from 'robots-exclusion/agents';
import { crawlDelay } from 'robots-exclusion/records';
import type { Crawler } from '../crawler.ts';
import { findDialect, precedenceOf } from '../dialects.ts';
import { type PreparedDraft, prepared, resolved } from '../drafts.ts';
import type { ExplainQuestion, Explanation } from '../protocol.ts';

/** More rules than a reader reads. */
const MAX_CANDIDATES = 200;

export function explain({ draft, crawler, url, reading }: ExplainQuestion): Explanation | { notUrl: string } {
  const source = prepared(draft);
  let verdict: Verdict;
  try {
    verdict = explainVerdict(source.rulesFor(crawler, reading), url);
  } catch (error) {
    return { notUrl: error instanceof Error ? error.message : String(error) };
  }
  const shown = verdict.candidates.slice(0, MAX_CANDIDATES);
  return {
    verdict: { ...verdict, candidates: shown },
    candidatesOmitted: verdict.candidates.length - shown.length,
    ...known(source, crawler, reading),
    ...unknown(crawler),
    ...readAs(crawler, reading),
    ...delay(source, crawler),
  };
}

function known(source: PreparedDraft, crawler: Crawler, reading: string): Pick<Explanation, 'known'> {
  const note = crawlerNote(source.documentFor(crawler, reading), resolved(crawler, reading));
  return note === undefined ? {} : { known: note };
}

/** An unknown name may be a typo, so the answer says so. */
function unknown(crawler: Crawler): Pick<Explanation, 'unknown'> {
  const { known: isKnown, note } = describeCrawler(undefined, resolved(crawler));
  return isKnown || note === undefined ? {} : { unknown: note };
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
