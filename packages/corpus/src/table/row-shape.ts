/** The columns of a table of rows, which depend on the requested columns, crawlers and targets. */
import { type ColumnType, columns } from '../row/columns.ts';
import type { ColumnName } from '../row/corpus-row.ts';

export type { ColumnType } from '../row/columns.ts';

/** The parts of a table's shape that vary. */
export interface RowShape {
  /** The column names, in the order of the table. */
  readonly columns: readonly PlainColumn[];
  /** The names of the crawlers' columns. */
  readonly crawlers: readonly string[];
  readonly targets: readonly string[];
}

export interface PlainColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
}

/**
 * Limit on the number of crawlers that each get a column. With three times as many, DuckDB needs 500 MB for the footer
 * of a large table.
 */
const MOST_CRAWLER_COLUMNS = 100;

/**
 * Limit on the rows in a row group. With groups of this size, a table including its footer is a third smaller than with
 * groups of 4,000 rows.
 */
export const MOST_PART_ROWS = 100_000;

/** Whether crawlers are a map by name instead of one struct per crawler. */
export function isMap({ crawlers }: RowShape): boolean {
  return crawlers.length > MOST_CRAWLER_COLUMNS;
}

/** The columns of a table with this shape. `crawlers` is omitted if no crawler is requested. */
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
