/** Reads the counted columns from a table of `robots warc`. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import type { CountedRow } from './summary.ts';

const COLUMNS = ['fetched_at', 'outcome', 'content'];

/**
 * Reads a table of Parquet, row group by row group, or of NDJSON, by the extension of its name.
 *
 * @throws {TypeError} If it is not a table of rows.
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
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const names = new Set(metadata.schema.map(({ name }) => name));
  requireColumns(path, names);
  const columns = names.has('crawlers') ? [...COLUMNS, 'crawlers'] : COLUMNS;
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const rows = await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd });
    for (const row of rows) yield countedRow(row);
    rowStart = rowEnd;
  }
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
