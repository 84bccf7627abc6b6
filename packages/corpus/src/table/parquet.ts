/** Rows as Parquet: typed columns, encoded by dictionaries where that is shorter, in row groups of bounded size. */
import { closeSync, openSync, readSync } from 'node:fs';
import { type ColumnSource, fileWriter, ParquetWriter, type Writer } from 'hyparquet-writer';
import type { CorpusRow } from '../row/corpus-row.ts';
import { ROW_VERSION } from '../row/corpus-row.ts';
import type { ColumnType, PlainColumn, RowShape } from './row-shape.ts';

/** Rows of a row group. They are held as objects, some 3 KB each, until it is written: more of them cost memory and little else. */
export const ROW_GROUP_ROWS = 4_000;

/** Octets at the start of a Parquet file. */
const MAGIC_LENGTH = 4;

export type SchemaElement = ParquetWriter['schema'][number];
type RowGroup = ParquetWriter['row_groups'][number];

/** What of a part the footer of the whole says. */
export interface ParquetPart {
  readonly rowGroups: readonly RowGroup[];
  readonly rows: number;
}

/** Writes row groups to a file that is a part of another: it has no footer of its own. */
export class ParquetPartWriter {
  readonly #shape: RowShape;
  readonly #writer: ParquetWriter;
  #rows: CorpusRow[] = [];

  constructor(path: string, shape: RowShape) {
    this.#shape = shape;
    this.#writer = new ParquetWriter({ writer: fileWriter(path), schema: schemaOf(shape) });
  }

  add(row: CorpusRow): void {
    this.#rows.push(row);
    if (this.#rows.length >= ROW_GROUP_ROWS) this.#writeGroup();
  }

  end(): ParquetPart {
    this.#writeGroup();
    // Flushes; the footer is the whole file's.
    void this.#writer.writer.finish();
    return { rowGroups: this.#writer.row_groups, rows: Number(this.#writer.num_rows) };
  }

  #writeGroup(): void {
    if (this.#rows.length === 0) return;
    const columnData = columnsOf(this.#rows, this.#shape);
    void this.#writer.write({ columnData, rowGroupSize: this.#rows.length });
    this.#rows = [];
  }
}

/** Makes one file of parts, in their order, and its footer. */
export function joinParquet(
  path: string,
  shape: RowShape,
  parts: readonly { readonly path: string; readonly part: ParquetPart }[],
): void {
  const writer = fileWriter(path);
  const whole = new ParquetWriter({
    writer,
    schema: schemaOf(shape),
    createdBy: 'robots-exclusion',
    kvMetadata: [{ key: 'robots-exclusion.row', value: ROW_VERSION }],
  });
  for (const { path: partPath, part } of parts) {
    const by = writer.offset - MAGIC_LENGTH;
    append(writer, partPath);
    for (const group of part.rowGroups) whole.row_groups.push(movedBy(group, by));
    whole.num_rows += BigInt(part.rows);
  }
  void whole.finish();
}

const COPIED_AT_ONCE = 1024 * 1024;

function append(writer: Writer, path: string): void {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(COPIED_AT_ONCE);
    for (let at = MAGIC_LENGTH; ; ) {
      const length = readSync(file, buffer, 0, buffer.length, at);
      if (length === 0) return;
      writer.appendBytes(buffer.subarray(0, length));
      at += length;
    }
  } finally {
    closeSync(file);
  }
}

function movedBy(group: RowGroup, by: number): RowGroup {
  const moved = (offset: bigint): bigint => offset + BigInt(by);
  const columns = group.columns.map((chunk) => {
    const data = chunk.meta_data;
    if (!data) return chunk;
    const { data_page_offset, dictionary_page_offset, ...rest } = data;
    const offsets = {
      data_page_offset: moved(data_page_offset),
      ...(dictionary_page_offset !== undefined && { dictionary_page_offset: moved(dictionary_page_offset) }),
    };
    return { ...chunk, file_offset: moved(chunk.file_offset), meta_data: { ...rest, ...offsets } };
  });
  return { ...group, columns };
}

const ELEMENTS: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  JSON: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  TIMESTAMP: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  INT32: { type: 'INT32' },
  INT64: { type: 'INT64' },
  DOUBLE: { type: 'DOUBLE' },
  BOOLEAN: { type: 'BOOLEAN' },
};

export function elementOf({ name, type, nullable }: PlainColumn): SchemaElement {
  return { name, ...ELEMENTS[type], repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED' };
}

export function struct(name: string, members: readonly SchemaElement[], count: number): SchemaElement[] {
  return [{ name, repetition_type: 'REQUIRED', num_children: count }, ...members];
}

/** `crawlers` is a struct of structs, so that every verdict is a typed column. A struct must not be empty. */
function schemaOf({ before, crawlers, targets, behind }: RowShape): SchemaElement[] {
  const verdicts = targets.map((name) => elementOf({ name, type: 'BOOLEAN', nullable: true }));
  const members = [
    elementOf({ name: 'allows', type: 'STRING', nullable: true }),
    ...(targets.length > 0 ? struct('targets', verdicts, verdicts.length) : []),
  ];
  const structs = crawlers.flatMap((name) => struct(name, members, targets.length > 0 ? 2 : 1));
  const nested = crawlers.length > 0 ? struct('crawlers', structs, crawlers.length) : [];
  const count = before.length + behind.length + (crawlers.length > 0 ? 1 : 0);
  return [
    { name: 'root', num_children: count },
    ...before.map(elementOf),
    ...nested,
    ...behind.map(elementOf),
  ];
}

function columnsOf(rows: readonly CorpusRow[], { before, crawlers, behind }: RowShape): ColumnSource[] {
  const plain = ({ name, type }: PlainColumn): ColumnSource => ({
    name,
    data: rows.map((row) => storedValue(row[name as keyof CorpusRow], type)),
    offsetIndex: false,
  });
  const nested =
    crawlers.length > 0
      ? [{ name: 'crawlers', data: rows.map((row) => row.crawlers), offsetIndex: false }]
      : [];
  return [...before.map(plain), ...nested, ...behind.map(plain)];
}

function storedValue(value: unknown, type: ColumnType): unknown {
  if (value === null) return null;
  if (type === 'TIMESTAMP') return new Date(value as string);
  return type === 'INT64' ? BigInt(value as number) : value;
}
