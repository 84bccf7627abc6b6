/** Rows as Parquet: typed columns, encoded by dictionaries where that is shorter, in row groups of bounded size. */
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { CorpusRow } from '../row/corpus-row.ts';
import { ROW_VERSION } from '../row/corpus-row.ts';
import { appendFile } from './append-file.ts';
import { type ColumnType, isMap, type PlainColumn, type RowShape } from './row-shape.ts';

/**
 * Limit on the rows of a row group: larger groups, with their footers, are a third smaller than those of 4,000 rows.
 */
export const MOST_PART_ROWS = 100_000;

/** Octets of values buffered for their row group, not counting those that rows share. */
const ROW_GROUP_OCTETS = 64 * 1024 * 1024;

/** Entries of maps in a row group: the writer holds some 200 octets for each. */
const MAP_ENTRIES = 1_000_000;

/** Octets at the start of a Parquet file. */
const MAGIC_LENGTH = 4;

export type SchemaElement = ParquetWriter['schema'][number];
type RowGroup = ParquetWriter['row_groups'][number];

/** The part of the footer that concerns one part. */
export interface ParquetPart {
  readonly rowGroups: readonly RowGroup[];
  readonly rows: number;
}

/** Writes row groups to a file that is a part of another, without a footer. */
export class ParquetPartWriter {
  readonly #shape: RowShape;
  readonly #writer: ParquetWriter;
  readonly #mostRows: number;
  #columns: unknown[][];
  #octets = 0;
  /** Most rows have the same verdicts as others. */
  #crawlers = new Map<string, unknown>();

  constructor(path: string, shape: RowShape) {
    this.#shape = shape;
    this.#columns = shape.columns.map(() => []);
    this.#mostRows = isMap(shape)
      ? Math.max(1, Math.floor(MAP_ENTRIES / shape.crawlers.length))
      : MOST_PART_ROWS;
    this.#writer = new ParquetWriter({ writer: fileWriter(path), schema: schemaOf(shape) });
  }

  add(row: CorpusRow): void {
    for (const [index, { name, type }] of this.#shape.columns.entries()) {
      const value = row[name as keyof CorpusRow];
      this.#columns[index]?.push(type === 'CRAWLERS' ? this.#shared(row.crawlers) : storedValue(value, type));
      this.#octets += typeof value === 'string' ? 32 + value.length : 16;
      if (type === 'JSON' || type === 'STRINGS') this.#octets += 4 * JSON.stringify(value).length;
    }
    const rows = this.#columns[0]?.length ?? 0;
    if (rows >= this.#mostRows || this.#octets >= ROW_GROUP_OCTETS) this.#writeGroup();
  }

  end(): ParquetPart {
    this.#writeGroup();
    // Flushes; the footer is the whole file's.
    void this.#writer.writer.finish();
    return { rowGroups: this.#writer.row_groups, rows: Number(this.#writer.num_rows) };
  }

  #shared(crawlers: CorpusRow['crawlers']): unknown {
    const key = JSON.stringify(crawlers);
    const known = this.#crawlers.get(key);
    if (known !== undefined) return known;
    const stored = isMap(this.#shape) ? new Map(Object.entries(crawlers)) : crawlers;
    this.#crawlers.set(key, stored);
    this.#octets += 3 * key.length;
    return stored;
  }

  #writeGroup(): void {
    const rows = this.#columns[0]?.length ?? 0;
    if (rows === 0) return;
    const columnData = this.#shape.columns.map(({ name }, index) => {
      return { name, data: this.#columns[index] as unknown[], offsetIndex: false };
    });
    void this.#writer.write({ columnData, rowGroupSize: rows });
    this.#columns = this.#shape.columns.map(() => []);
    this.#octets = 0;
    this.#crawlers = new Map();
  }
}

/** Combines parts, in order, into one file with a footer. */
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
    appendFile(partPath, MAGIC_LENGTH, (octets) => writer.appendBytes(octets));
    for (const group of part.rowGroups) whole.row_groups.push(movedBy(group, by));
    whole.num_rows += BigInt(part.rows);
  }
  void whole.finish();
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

const ELEMENTS: Readonly<Record<Exclude<ColumnType, 'STRINGS' | 'CRAWLERS'>, Omit<SchemaElement, 'name'>>> = {
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  JSON: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  TIMESTAMP: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  INT32: { type: 'INT32' },
  INT64: { type: 'INT64' },
  DOUBLE: { type: 'DOUBLE' },
  BOOLEAN: { type: 'BOOLEAN' },
};

/** The elements of a column that is not of crawlers: of a list, three. */
export function elementsOf({ name, type, nullable }: PlainColumn): SchemaElement[] {
  const repetition_type = nullable ? 'OPTIONAL' : 'REQUIRED';
  if (type === 'CRAWLERS') throw new TypeError('The columns of crawlers depend on the table');
  if (type !== 'STRINGS') return [{ name, ...ELEMENTS[type], repetition_type }];
  return [
    { name, converted_type: 'LIST', repetition_type, num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...ELEMENTS.STRING, repetition_type: 'REQUIRED' },
  ];
}

export function struct(name: string, members: readonly SchemaElement[], count: number): SchemaElement[] {
  return [{ name, repetition_type: 'REQUIRED', num_children: count }, ...members];
}

function schemaOf(shape: RowShape): SchemaElement[] {
  return [
    { name: 'root', num_children: shape.columns.length },
    ...shape.columns.flatMap((column) =>
      column.type === 'CRAWLERS' ? crawlerElements(shape) : elementsOf(column),
    ),
  ];
}

/**
 * Crawlers as a struct of structs, so that every verdict is a typed column; for many crawlers, a map by name, which
 * the same expressions read: `crawlers['GPTBot'].allows`. A struct must not be empty.
 */
function crawlerElements(shape: RowShape): SchemaElement[] {
  const { crawlers, targets } = shape;
  const verdicts = targets.flatMap((name) => elementsOf({ name, type: 'BOOLEAN', nullable: true }));
  const members = [
    ...elementsOf({ name: 'allows', type: 'STRING', nullable: true }),
    ...elementsOf({ name: 'decided_by', type: 'STRING', nullable: true }),
    ...(targets.length > 0 ? struct('targets', verdicts, verdicts.length) : []),
  ];
  const count = targets.length > 0 ? 3 : 2;
  if (!isMap(shape)) {
    const structs = crawlers.flatMap((name) => struct(name, members, count));
    return struct('crawlers', structs, crawlers.length);
  }
  return [
    { name: 'crawlers', converted_type: 'MAP', repetition_type: 'REQUIRED', num_children: 1 },
    { name: 'key_value', repetition_type: 'REPEATED', num_children: 2 },
    { name: 'key', ...ELEMENTS.STRING, repetition_type: 'REQUIRED' },
    ...struct('value', members, count),
  ];
}

function storedValue(value: unknown, type: ColumnType): unknown {
  if (value === null) return null;
  if (type === 'TIMESTAMP') return new Date(value as string);
  return type === 'INT64' ? BigInt(value as number) : value;
}
