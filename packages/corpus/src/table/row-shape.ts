/** The columns of a table of rows: which there are depends on the columns that are wanted, and on crawlers and targets. */
import type { ColumnName } from '../row/corpus-row.ts';

/** What varies from table to table. */
export interface RowShape {
  /** Columns before those of the crawlers. */
  readonly before: readonly PlainColumn[];
  /** Names of the crawlers' columns. */
  readonly crawlers: readonly string[];
  readonly targets: readonly string[];
  /** Columns behind those of the crawlers. */
  readonly behind: readonly PlainColumn[];
}

/** The table of rows with these columns. */
export function rowShape(
  wanted: readonly ColumnName[],
  crawlers: readonly string[],
  targets: readonly string[],
): RowShape {
  const isWanted = ({ name }: PlainColumn): boolean => (wanted as readonly string[]).includes(name);
  return {
    before: columnsBefore.filter(isWanted),
    crawlers,
    targets,
    behind: columnsBehind.filter(isWanted),
  };
}

/** What a column holds, by the name that Parquet has for it. */
export type ColumnType = 'STRING' | 'TIMESTAMP' | 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'JSON';

/** A column besides those of the crawlers, in the order of the table. */
export interface PlainColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
}

function column(name: string, type: ColumnType, nullable = true): PlainColumn {
  return { name, type, nullable };
}

/** All columns that come before `crawlers`. */
const columnsBefore: readonly PlainColumn[] = [
  column('url', 'STRING', false),
  column('origin', 'STRING'),
  column('fetched_at', 'TIMESTAMP'),
  column('status', 'INT32'),
  column('redirect_target', 'STRING'),
  column('outcome', 'STRING'),
  column('policy_row', 'STRING'),
  column('content_type', 'STRING'),
  column('bytes', 'INT32'),
  column('sha256', 'STRING'),
  column('truncated', 'BOOLEAN', false),
  column('is_robots', 'BOOLEAN'),
  column('content', 'STRING'),
  column('encoding', 'STRING'),
  column('groups', 'INT32'),
  column('rules', 'INT32'),
  column('sitemaps', 'INT32'),
  column('crawl_delay', 'DOUBLE'),
  column('usage', 'JSON', false),
  column('diagnostics', 'JSON', false),
];

/** All columns that are behind it. */
const columnsBehind: readonly PlainColumn[] = [
  column('warc', 'STRING'),
  column('warc_offset', 'INT64', false),
];
