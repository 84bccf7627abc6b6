/** The columns of a table of rows, which depend on the requested columns, crawlers and targets. */
import { type ColumnType, columns } from '../row/columns.ts';
import type { ColumnName } from '../row/corpus-row.ts';

export type { ColumnType } from '../row/columns.ts';

/** What varies from table to table. */
export interface RowShape {
  /** In the order of the table. */
  readonly columns: readonly PlainColumn[];
  /** Names of the crawlers' columns. */
  readonly crawlers: readonly string[];
  readonly targets: readonly string[];
}

/** A column of a table. */
export interface PlainColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
}

/**
 * Limit on crawlers with a column each; with three times as many, DuckDB needs 500 MB for the footer of a large
 * table.
 */
const MOST_CRAWLER_COLUMNS = 100;

/**
 * Limit on the rows of a row group: larger groups, with their footers, are a third smaller than those of 4,000 rows.
 */
export const MOST_PART_ROWS = 100_000;

/** Whether crawlers are a map by name, rather than one struct per crawler. */
export function isMap({ crawlers }: RowShape): boolean {
  return crawlers.length > MOST_CRAWLER_COLUMNS;
}

/** The table of rows with these columns. `crawlers` is omitted if no crawler is requested. */
export function rowShape(
  wanted: readonly ColumnName[],
  crawlers: readonly string[],
  targets: readonly string[],
): RowShape {
  const shown = wanted.filter((name) => crawlers.length > 0 || name !== 'crawlers');
  return {
    columns: shown.map((name) => ({ name, type: columns[name].type, nullable: columns[name].nullable })),
    crawlers,
    targets,
  };
}
