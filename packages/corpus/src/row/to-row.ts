/** Converts a capture to its row. */
import type { Capture } from '../warc/capture.ts';
import { Answer } from './answer.ts';
import { columns } from './columns.ts';
import type { ColumnName, CorpusRow } from './corpus-row.ts';
import type { ReadyOptions } from './ready-options.ts';
import { type RowOptions, readyOptions } from './row-options.ts';

/** Converts captures to rows. */
export type RowMaker<Column extends ColumnName = ColumnName> = (capture: Capture) => Pick<CorpusRow, Column>;

/**
 * The row of a capture, as `spec/schema/corpus-row.json` describes it. The function does not throw, whatever the
 * capture contains. For many captures, use {@link rowMaker}, which validates the options once.
 *
 * @throws {TypeError} If an option has the wrong type.
 * @throws {RangeError} If the preset or a column is unknown.
 */
export function toRow<Column extends ColumnName = ColumnName>(
  capture: Capture,
  options: RowOptions<Column> = {},
): Pick<CorpusRow, Column> {
  return makeRow(capture, readyOptions(options));
}

/** {@link toRow} for many captures. */
export function rowMaker<Column extends ColumnName = ColumnName>(
  options: RowOptions<Column> = {},
): RowMaker<Column> {
  const ready = readyOptions(options);
  return (capture) => makeRow(capture, ready);
}

/** {@link toRow} with prepared options. A row has only the columns that the options name. */
export function makeRow(capture: Capture, options: ReadyOptions): CorpusRow {
  return rowOf(new Answer(capture, options));
}

export function rowOf(answer: Answer): CorpusRow {
  const row: Record<string, unknown> = {};
  for (const name of answer.options.columns) row[name] = columns[name].of(answer);
  return row as unknown as CorpusRow;
}
