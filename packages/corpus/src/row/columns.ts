/**
 * The columns of a row, in order. `columns.json` describes the contents of each, and this module computes them. The
 * output formats, the JSON Schema, Spark's schema and the documentation derive from these.
 */
import { hash } from 'node:crypto';
import { locate } from '@robots-exclusion/client/stored-answer';
import { countDiagnostics } from 'robots-exclusion';
import { crawlDelay } from 'robots-exclusion/records';
import type { Answer } from './answer.ts';
import { isoDate } from './capture-date.ts';
import described from './columns.json' with { type: 'json' };
import type { ColumnName, CorpusRow } from './corpus-row.ts';
import { crawlerColumns, openCrawlerColumns } from './crawler-columns.ts';
import { usageEntries } from './usage-entries.ts';

/** The type of a column, by its Parquet name; `STRINGS` is a list, `CRAWLERS` one struct per crawler. */
export type ColumnType =
  | 'STRING'
  | 'STRINGS'
  | 'TIMESTAMP'
  | 'INT32'
  | 'INT64'
  | 'DOUBLE'
  | 'BOOLEAN'
  | 'JSON'
  | 'CRAWLERS';

/** One column. */
export interface Column<Name extends ColumnName = ColumnName> {
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly description: string;
  readonly of: (answer: Answer) => CorpusRow[Name];
  /** If set, a redirect keeps its own value. Otherwise, it takes the value from the capture that it leads to. */
  readonly own?: true;
  /** If set, rows have this column only if it is requested by name. */
  readonly onRequest?: true;
  /** All values that the column can have. */
  readonly values?: readonly string[];
  readonly pattern?: string;
}

/** How each column is computed. */
const READERS: { readonly [Name in ColumnName]: Column<Name>['of'] } = {
  url: ({ capture }) => capture.url,
  origin: ({ capture }) => originOf(capture.url),
  fetched_at: ({ capture }) => isoDate(capture.date),
  status: ({ capture }) => capture.status ?? null,
  redirect_target: ({ redirectTarget }) => redirectTarget,
  final_url: ({ capture, redirectTarget }) => redirectTarget ?? capture.url,
  hops: ({ redirectTarget }) => (redirectTarget === null ? 0 : 1),
  outcome: ({ outcome }) => outcome,
  policy_row: ({ found }) => ('outcome' in found ? found.policyRow : 'unread' in found ? found.unread : null),
  content_type: ({ capture }) => capture.headers['content-type'] || null,
  bytes: ({ octets }) => octets?.length ?? null,
  sha256: ({ octets }) => octets && hash('sha256', octets),
  truncated: ({ isTruncated }) => isTruncated,
  is_robots: ({ ownContent }) => ownContent && ownContent === 'robots',
  content: ({ ownContent }) => ownContent,
  encoding: ({ document, redirectTarget }) => (redirectTarget === null ? (document?.encoding ?? null) : null),
  groups: ({ counts }) => counts?.groups ?? null,
  rules: ({ counts }) => counts?.rules ?? null,
  sitemaps: ({ counts }) => counts && (counts.byKind.sitemap ?? 0),
  crawl_delay: ({ rules, counts }) =>
    rules && counts?.byKind['crawl-delay'] !== undefined ? (crawlDelay(rules, '*')?.seconds ?? null) : null,
  agents_named: ({ named }) => named?.tokens ?? [],
  usage: ({ rules, counts, capture }) =>
    rules && counts ? usageEntries(rules, counts.byKind, capture.headers) : [],
  diagnostics: ({ rules }) => (rules ? countDiagnostics(rules) : {}),
  crawlers: ({ groups, outcome, options }) =>
    groups ? crawlerColumns(groups, options) : openCrawlerColumns(outcome, options),
  robots: ({ rules }) => rules && textOf(rules.octets),
  http: ({ capture }) => capture.headers,
  warc: ({ options }) => options.warc,
  warc_offset: ({ capture }) => capture.offset,
};

type Columns = { readonly [Name in ColumnName]: Column<Name> };

/** The columns by name. */
export const columns = Object.fromEntries(
  Object.entries(described).map(([name, facts]) => [name, { ...facts, of: READERS[name as ColumnName] }]),
) as unknown as Columns;

/** All column names, in the order of the table. */
export const columnNames = Object.keys(columns) as readonly ColumnName[];

export const defaultColumns: readonly ColumnName[] = columnNames.filter((name) => !columns[name].onRequest);

/** The columns that a redirect takes from the capture that it leads to. */
export const targetColumns: readonly ColumnName[] = columnNames.filter((name) => !columns[name].own);

function originOf(url: string): string | null {
  try {
    return locate(url)?.origin ?? null;
  } catch {
    return null;
  }
}

function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('utf8');
}
