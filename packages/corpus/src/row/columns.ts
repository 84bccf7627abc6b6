/**
 * The columns of a row, in order. Each entry describes the contents of the column and how they are computed. The output
 * formats, the JSON Schema, Spark's schema and the documentation derive from this table.
 */
import { hash } from 'node:crypto';
import { locate } from '@robots-exclusion/client/stored-answer';
import { countDiagnostics } from 'robots-exclusion';
import { crawlDelay } from 'robots-exclusion/records';
import type { Answer } from './answer.ts';
import { isoDate } from './capture-date.ts';
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

type Columns = { readonly [Name in ColumnName]: Column<Name> };

const own = true;
const onRequest = true;

/** The columns by name. */
export const columns: Columns = {
  url: {
    type: 'STRING',
    nullable: false,
    own,
    description: 'As the archive states it.',
    of: ({ capture }) => capture.url,
  },
  origin: {
    type: 'STRING',
    nullable: true,
    own,
    description: 'scheme://host:port, the default port left out; null for a URL without an authority.',
    of: ({ capture }) => originOf(capture.url),
  },
  fetched_at: {
    type: 'TIMESTAMP',
    nullable: true,
    own,
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
    description: 'ISO 8601 in UTC with milliseconds; null where the record has no valid date.',
    of: ({ capture }) => isoDate(capture.date),
  },
  status: {
    type: 'INT32',
    nullable: true,
    own,
    description: 'The HTTP status; null where no status line was stored.',
    of: ({ capture }) => capture.status ?? null,
  },
  redirect_target: {
    type: 'STRING',
    nullable: true,
    own,
    description: 'The absolute URL that a redirect leads to.',
    of: ({ redirectTarget }) => redirectTarget,
  },
  final_url: {
    type: 'STRING',
    nullable: false,
    own,
    description:
      'The URL whose answer counts: url, or for a redirect the one that its chain leads to within the archives. If no archive holds that URL, the outcome is unknown.',
    of: ({ capture, redirectTarget }) => redirectTarget ?? capture.url,
  },
  hops: {
    type: 'INT32',
    nullable: false,
    own,
    description: 'Redirects from url to final_url.',
    of: ({ redirectTarget }) => (redirectTarget === null ? 0 : 1),
  },
  outcome: {
    type: 'STRING',
    nullable: false,
    values: ['rules', 'no-rules', 'unreachable', 'unknown'],
    description:
      'What the answer means under the preset (RFC 9309 section 2.3.1), if it is all that is known of the origin. Unknown for a redirect whose target the archives do not hold, and for a revisit whose original is not in reach.',
    of: ({ outcome }) => outcome,
  },
  policy_row: {
    type: 'STRING',
    nullable: true,
    description: "The row of the preset's table that decided, such as commoncrawl/4xx.",
    of: ({ found }) => ('outcome' in found ? found.policyRow : null),
  },
  content_type: {
    type: 'STRING',
    nullable: true,
    own,
    description: 'The field as received.',
    of: ({ capture }) => capture.headers['content-type'] || null,
  },
  bytes: {
    type: 'INT32',
    nullable: true,
    own,
    description: 'Octets of the body, its codings taken off, as far as it was stored and read.',
    of: ({ octets }) => octets?.length ?? null,
  },
  sha256: {
    type: 'STRING',
    nullable: true,
    own,
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of these octets.',
    of: ({ octets }) => octets && hash('sha256', octets),
  },
  truncated: {
    type: 'BOOLEAN',
    nullable: false,
    own,
    description: 'The archive cut the body, or it is longer than the limit.',
    of: ({ isTruncated }) => isTruncated,
  },
  is_robots: {
    type: 'BOOLEAN',
    nullable: true,
    description:
      'The body is a robots.txt as far as can be determined; null without a body. Of a redirect, this and what follows is that of final_url.',
    of: ({ ownContent }) => ownContent && ownContent === 'robots',
  },
  content: {
    type: 'STRING',
    nullable: true,
    values: ['robots', 'empty', 'html', 'xml', 'json', 'pdf', 'compressed', 'image', 'binary', 'message'],
    description: 'What the body is; null without one.',
    of: ({ ownContent }) => ownContent,
  },
  encoding: {
    type: 'STRING',
    nullable: true,
    values: ['utf-8', 'utf-16le', 'utf-16be'],
    description: 'How its octets were written; null without a body.',
    of: ({ document, redirectTarget }) => (redirectTarget === null ? (document?.encoding ?? null) : null),
  },
  groups: {
    type: 'INT32',
    nullable: true,
    description:
      'Groups of the file, not merged. Null, or empty, unless the outcome is rules, as all that follow.',
    of: ({ counts }) => counts?.groups ?? null,
  },
  rules: {
    type: 'INT32',
    nullable: true,
    description: 'Allow and disallow records, also those that match nothing.',
    of: ({ counts }) => counts?.rules ?? null,
  },
  sitemaps: {
    type: 'INT32',
    nullable: true,
    description: 'Sitemap records.',
    of: ({ counts }) => counts && (counts.byKind.sitemap ?? 0),
  },
  crawl_delay: {
    type: 'DOUBLE',
    nullable: true,
    description: 'Seconds that the groups of * ask for.',
    of: ({ rules, counts }) =>
      rules && counts?.byKind['crawl-delay'] !== undefined ? (crawlDelay(rules, '*')?.seconds ?? null) : null,
  },
  agents_named: {
    type: 'STRINGS',
    nullable: false,
    description:
      'Product tokens that the groups of the file name, each once, as first written and in its order; * is not among them.',
    of: ({ named }) => named?.tokens ?? [],
  },
  usage: {
    type: 'JSON',
    nullable: false,
    description: 'What file and header state about the use of / for crawlers that no group names.',
    of: ({ rules, counts, capture }) =>
      rules && counts ? usageEntries(rules, counts.byKind, capture.headers) : [],
  },
  diagnostics: {
    type: 'JSON',
    nullable: false,
    description: 'How often each diagnostic occurs, by its code.',
    of: ({ rules }) => (rules ? countDiagnostics(rules) : {}),
  },
  crawlers: {
    type: 'CRAWLERS',
    nullable: false,
    description: 'By product token, as it was asked for.',
    of: ({ groups, outcome, options }) =>
      groups ? crawlerColumns(groups, options) : openCrawlerColumns(outcome, options),
  },
  robots: {
    type: 'STRING',
    nullable: true,
    onRequest,
    description:
      'The file as text: UTF-8, what is not valid replaced by U+FFFD. Only there if it is asked for.',
    of: ({ rules }) => rules && textOf(rules.octets),
  },
  http: {
    type: 'JSON',
    nullable: false,
    own,
    onRequest,
    description:
      'Fields of the HTTP response, names in lower case, those of one name joined by commas; of Location, the first. Only there if it is asked for.',
    of: ({ capture }) => capture.headers,
  },
  warc: {
    type: 'STRING',
    nullable: true,
    own,
    description: 'The name of the archive; null where none was given.',
    of: ({ options }) => options.warc,
  },
  warc_offset: {
    type: 'INT64',
    nullable: false,
    own,
    description: 'Where the record, or the compressed member that holds it, begins in the archive.',
    of: ({ capture }) => capture.offset,
  },
};

/** All column names, in the order of the table. */
export const columnNames = Object.keys(columns) as readonly ColumnName[];

/** The default columns of a row. */
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
