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
    description: 'The URL as the archive states it.',
    of: ({ capture }) => capture.url,
  },
  origin: {
    type: 'STRING',
    nullable: true,
    own,
    description: 'scheme://host:port, without a default port; null for a URL without an authority.',
    of: ({ capture }) => originOf(capture.url),
  },
  fetched_at: {
    type: 'TIMESTAMP',
    nullable: true,
    own,
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
    description: 'ISO 8601 in UTC with milliseconds; null if the record has no valid date.',
    of: ({ capture }) => isoDate(capture.date),
  },
  status: {
    type: 'INT32',
    nullable: true,
    own,
    description: 'The HTTP status; null if no status line was stored.',
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
      'The URL whose response counts: url, or for a redirect the URL to which its chain leads within the archives. If no archive contains that URL, the outcome is unknown.',
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
      'What the response means under the preset (RFC 9309 section 2.3.1) if nothing else is known about the origin. Unknown for a redirect whose target is not in the archives, for a revisit whose original is not available, and for a response that is not read (policy_row says why).',
    of: ({ outcome }) => outcome,
  },
  policy_row: {
    type: 'STRING',
    nullable: true,
    description:
      "The row of the preset's table that decided, such as commoncrawl/4xx. For an unknown outcome, why the response is not read: archiver/ and what the archive lacks, or here/ and what this program does not read; null if the capture that decides is not in the archives.",
    of: ({ found }) => ('outcome' in found ? found.policyRow : 'unread' in found ? found.unread : null),
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
    description: 'Number of octets of the decoded body, as far as it was stored and read.',
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
    description: 'The archive truncated the body, or the body is longer than the limit.',
    of: ({ isTruncated }) => isTruncated,
  },
  is_robots: {
    type: 'BOOLEAN',
    nullable: true,
    description:
      'Whether the body appears to be a robots.txt; null if there is no body. For a redirect, this and the following columns describe the response for final_url.',
    of: ({ ownContent }) => ownContent && ownContent === 'robots',
  },
  content: {
    type: 'STRING',
    nullable: true,
    values: ['robots', 'empty', 'html', 'xml', 'json', 'pdf', 'compressed', 'image', 'binary', 'message'],
    description: 'The kind of content; null without a body.',
    of: ({ ownContent }) => ownContent,
  },
  encoding: {
    type: 'STRING',
    nullable: true,
    values: ['utf-8', 'utf-16le', 'utf-16be'],
    description: 'The encoding of the body; null without a body.',
    of: ({ document, redirectTarget }) => (redirectTarget === null ? (document?.encoding ?? null) : null),
  },
  groups: {
    type: 'INT32',
    nullable: true,
    description:
      'Number of groups in the file, not merged. Unless the outcome is rules, this column and those up to diagnostics are null or empty.',
    of: ({ counts }) => counts?.groups ?? null,
  },
  rules: {
    type: 'INT32',
    nullable: true,
    description: 'Number of allow and disallow records, including those that match nothing.',
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
    description: 'The Crawl-delay of the groups of *, in seconds.',
    of: ({ rules, counts }) =>
      rules && counts?.byKind['crawl-delay'] !== undefined ? (crawlDelay(rules, '*')?.seconds ?? null) : null,
  },
  agents_named: {
    type: 'STRINGS',
    nullable: false,
    description:
      'Product tokens that the groups name, each once, as first written and in the order of the file, without *.',
    of: ({ named }) => named?.tokens ?? [],
  },
  usage: {
    type: 'JSON',
    nullable: false,
    description:
      'What the file and the response header state about the use of / for crawlers that no group names.',
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
    description: 'By product token, as requested.',
    of: ({ groups, outcome, options }) =>
      groups ? crawlerColumns(groups, options) : openCrawlerColumns(outcome, options),
  },
  robots: {
    type: 'STRING',
    nullable: true,
    onRequest,
    description:
      'The file as UTF-8 text, with U+FFFD for octets that are not valid. Present only on request.',
    of: ({ rules }) => rules && textOf(rules.octets),
  },
  http: {
    type: 'JSON',
    nullable: false,
    own,
    onRequest,
    description:
      'Fields of the HTTP response, with names in lower case. Repeated fields are joined by commas, except Location, of which the first is kept, and X-Robots-Tag, whose lines stay lines. Present only on request.',
    of: ({ capture }) => capture.headers,
  },
  warc: {
    type: 'STRING',
    nullable: true,
    own,
    description: 'The name of the archive; null if none was given.',
    of: ({ options }) => options.warc,
  },
  warc_offset: {
    type: 'INT64',
    nullable: false,
    own,
    description:
      'The offset in the archive at which the record, or the compressed member that contains it, begins.',
    of: ({ capture }) => capture.offset,
  },
};

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
