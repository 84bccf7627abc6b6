/**
 * Writes a query's rows in the requested format, one chunk after another. Only the format `table` needs all rows in
 * memory.
 */
import type { DuckDBResult, Json } from '@duckdb/node-api';
import { cut, pad, widthOf } from '../output/columns.ts';
import { csv, ndjson } from '../output/encoded.ts';
import type { Output } from '../output/stdout.ts';

export const rowFormats = ['table', 'ndjson', 'csv'] as const;

export type RowFormat = (typeof rowFormats)[number];

const MOST_TABLE_ROWS = 1_000;

const WIDEST_CELL = 60;

/** Writes all rows, and resolves when the last row is written. */
export async function writeRows(
  result: DuckDBResult,
  format: RowFormat,
  write: (output: Output) => Promise<void>,
): Promise<void> {
  const names = result.deduplicatedColumnNames();
  if (format === 'table') return write(await table(names, result));
  if (format === 'csv') await write(csv([names]));
  for await (const rows of rowsOf(result)) {
    await write(
      format === 'csv'
        ? csv(rows.map((row) => row.map(csvCell)))
        : ndjson(rows.map((row) => record(names, row))),
    );
  }
}

/**
 * The rows of a result. DuckDB's converter returns integers of 64 or more bits as text; this function returns numbers
 * if JSON can represent them exactly.
 */
async function* rowsOf(result: DuckDBResult): AsyncGenerator<readonly (readonly Json[])[]> {
  const isInteger = result.columnTypes().map((type) => /^U?(?:BIG|HUGE)INT$/.test(String(type)));
  for await (const rows of result.yieldRowsJson()) {
    yield rows.map((row) => row.map((value, at) => (isInteger[at] ? numberOf(value) : value)));
  }
}

function numberOf(value: Json): Json {
  const number = Number(value);
  return value !== null && Number.isSafeInteger(number) ? number : value;
}

function record(names: readonly string[], row: readonly Json[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name, at) => [name, row[at]]));
}

function csvCell(value: Json): string | number | boolean | undefined {
  if (value === null) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

async function table(names: readonly string[], result: DuckDBResult): Promise<string[]> {
  const shown: string[][] = [names.map(cell)];
  let count = 0;
  for await (const rows of rowsOf(result)) {
    const room = Math.max(0, MOST_TABLE_ROWS - count);
    shown.push(...rows.slice(0, room).map((row) => row.map(cell)));
    count += rows.length;
  }
  const widths = names.map((_, at) => Math.max(...shown.map((row) => widthOf(row[at] as string))));
  const lines = shown.map((row) =>
    row
      .map((text, at) => pad(text, widths[at] as number))
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '));
  if (count > MOST_TABLE_ROWS)
    lines.push(`… ${count - MOST_TABLE_ROWS} more rows: use --format ndjson or csv to get all`);
  return lines;
}

function cell(value: Json): string {
  return cut(typeof value === 'string' ? value : JSON.stringify(value), WIDEST_CELL);
}
