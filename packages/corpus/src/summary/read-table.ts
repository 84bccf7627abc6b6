/** Reads the counted columns from a table that `robots warc` wrote. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { openParquet } from '../table/read-parquet.ts';
import type { CountedRow } from './summary.ts';

const COLUMNS = ['fetched_at', 'outcome', 'content'];

/**
 * Reads a Parquet table, row group by row group, or an NDJSON table; the file extension decides which.
 *
 * @throws {TypeError} If the file is not a table of rows.
 */
export async function* readTable(path: string): AsyncGenerator<CountedRow> {
  if (!path.toLowerCase().endsWith('.parquet')) {
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) {
      const row = JSON.parse(line) as CountedRow;
      requireColumns(path, new Set(Object.keys(row)));
      yield row;
    }
    return;
  }
  const { names, rows } = await openParquet(path);
  requireColumns(path, names);
  const columns = names.has('crawlers') ? [...COLUMNS, 'crawlers'] : COLUMNS;
  for await (const row of rows(columns)) yield countedRow(row);
}

function requireColumns(path: string, names: ReadonlySet<string>): void {
  const missing = COLUMNS.find((name) => !names.has(name));
  if (missing === undefined) return;
  throw new TypeError(`Cannot read ${JSON.stringify(path)}: it has no column ${JSON.stringify(missing)}`);
}

function countedRow(row: Record<string, unknown>): CountedRow {
  const date = row['fetched_at'];
  return {
    fetched_at: date instanceof Date ? date.toISOString() : null,
    outcome: row['outcome'] as string,
    content: (row['content'] as string | undefined) ?? null,
    crawlers: (row['crawlers'] as CountedRow['crawlers'] | undefined) ?? {},
  };
}
