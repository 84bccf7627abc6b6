/** The columns of a row, in their order, each with what it takes to fill it. */
import { hash } from 'node:crypto';
import { locate, type OutcomeAlone } from '@robots-exclusion/client/stored-answer';
import { countDiagnostics } from 'robots-exclusion';
import { crawlDelay } from 'robots-exclusion/records';
import type { Answer } from './answer.ts';
import { isoDate } from './capture-date.ts';
import type { ColumnName, CorpusRow } from './corpus-row.ts';
import { crawlerColumns, openCrawlerColumns } from './crawler-columns.ts';
import { usageEntries } from './usage-entries.ts';

type Columns = { readonly [Name in ColumnName]: (answer: Answer) => CorpusRow[Name] };

/** By name. */
export const columns: Columns = {
  url: ({ capture }) => capture.url,
  origin: ({ capture }) => originOf(capture.url),
  fetched_at: ({ capture }) => isoDate(capture.date),
  status: ({ capture }) => capture.status ?? null,
  redirect_target: ({ found }) => ('redirectTarget' in found ? found.redirectTarget : null),
  outcome: ({ found }) => ('outcome' in found ? archivedOutcome(found.outcome) : null),
  policy_row: ({ found }) => ('outcome' in found ? found.policyRow : null),
  content_type: ({ capture }) => capture.headers['content-type'] || null,
  bytes: ({ octets }) => octets?.length ?? null,
  sha256: ({ octets }) => octets && hash('sha256', octets),
  truncated: ({ isTruncated }) => isTruncated,
  is_robots: ({ content }) => content && content === 'robots',
  content: ({ content }) => content,
  encoding: ({ document }) => document?.encoding ?? null,
  groups: ({ counts }) => counts?.groups ?? null,
  rules: ({ counts }) => counts?.rules ?? null,
  sitemaps: ({ counts }) => counts && (counts.byKind.sitemap ?? 0),
  crawl_delay: ({ rules, counts }) =>
    rules && counts?.byKind['crawl-delay'] !== undefined ? (crawlDelay(rules, '*')?.seconds ?? null) : null,
  usage: ({ rules, counts, capture }) =>
    rules && counts ? usageEntries(rules, counts.byKind, capture.headers) : [],
  diagnostics: ({ rules }) => (rules ? countDiagnostics(rules) : {}),
  crawlers: ({ rules, found, options }) =>
    rules ? crawlerColumns(rules, options) : openCrawlerColumns(found, options),
  warc: ({ options }) => options.warc,
  warc_offset: ({ capture }) => capture.offset,
};

/** In the order of the table. */
export const columnNames = Object.keys(columns) as readonly ColumnName[];

function originOf(url: string): string | null {
  try {
    return locate(url)?.origin ?? null;
  } catch {
    return null;
  }
}

/** No address policy refused what is in an archive. */
function archivedOutcome(outcome: OutcomeAlone['outcome']): CorpusRow['outcome'] {
  return outcome === 'refused' ? null : outcome;
}
