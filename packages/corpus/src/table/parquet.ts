/**
 * Writes rows as Parquet: typed columns, with dictionary encoding where that is shorter, in row groups of bounded size.
 */
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { CorpusRow } from '../row/corpus-row.ts';
import { ROW_VERSION } from '../row/corpus-row.ts';
import { appendFile } from './append-file.ts';
import { type ColumnValues, movedBy, RowGroupWriter } from './row-group.ts';
import { type ColumnType, isMap, MOST_PART_ROWS, type PlainColumn, type RowShape } from './row-shape.ts';

/** The number of octets of values to buffer for a row group, not counting values that rows share. */
const ROW_GROUP_OCTETS = 64 * 1024 * 1024;

/** Limit on the number of map entries in a row group, because the writer needs some 200 octets for each. */
const MAP_ENTRIES = 1_000_000;

/** The octets of memory for one crawler in an object that rows share, and for one of its verdicts. */
const CRAWLER_OCTETS = 96;
const VERDICT_OCTETS = 16;

/** `PAR1`, the first four octets of a Parquet file. */
const MAGIC = 0x31524150;
const MAGIC_LENGTH = 4;

export type SchemaElement = ParquetWriter['schema'][number];
type RowGroup = ParquetWriter['row_groups'][number];

export interface ParquetPart {
  readonly rowGroups: readonly RowGroup[];
  readonly rows: number;
}

/** Writes row groups to a file without a footer, which later becomes part of another file. */
export class ParquetPartWriter {
  readonly #shape: RowShape;
  readonly #file: ReturnType<typeof fileWriter>;
  readonly #groups: RowGroupWriter;
  readonly #mostRows: number;
  readonly #rowGroups: RowGroup[] = [];
  #columns: unknown[][];
  #octets = 0;
  #rows = 0;
  /** The id of each distinct crawlers object. Most rows have the same verdicts as other rows. */
  #crawlers = new Map<CorpusRow['crawlers'], number>();
  /** Values by their JSON text, so that a value that rows share is kept once. */
  #shared = new Map<string, unknown>();

  constructor(path: string, shape: RowShape) {
    this.#shape = shape;
    this.#columns = shape.columns.map(() => []);
    this.#mostRows = isMap(shape)
      ? Math.max(1, Math.floor(MAP_ENTRIES / shape.crawlers.length))
      : MOST_PART_ROWS;
    this.#file = fileWriter(path);
    this.#file.appendUint32(MAGIC);
    this.#groups = new RowGroupWriter(this.#file, schemaOf(shape));
  }

  add(row: CorpusRow): void {
    for (const [index, { name, type }] of this.#shape.columns.entries()) {
      const value = row[name as keyof CorpusRow];
      this.#columns[index]?.push(this.#keptValue(value, type));
      this.#octets += typeof value === 'string' ? 32 + value.length : 16;
    }
    const rows = this.#columns[0]?.length ?? 0;
    if (rows >= this.#mostRows || this.#octets >= ROW_GROUP_OCTETS) this.#writeGroup();
  }

  end(): ParquetPart {
    this.#writeGroup();
    // Flushes the rows. No footer is written, because the footer belongs to the whole file.
    void this.#file.finish();
    return { rowGroups: this.#rowGroups, rows: this.#rows };
  }

  #keptValue(value: unknown, type: ColumnType): unknown {
    if (type === 'CRAWLERS') return this.#idOf(value as CorpusRow['crawlers']);
    if (type === 'JSON') return this.#sharedValue(JSON.stringify(value));
    if (type === 'STRINGS') return this.#sharedValue(value);
    // Stores a number, because it takes less memory than a date.
    return type === 'TIMESTAMP' && value !== null ? Date.parse(value as string) : value;
  }

  #sharedValue(value: unknown): unknown {
    const text = JSON.stringify(value);
    this.#octets += 4 * text.length;
    const known = this.#shared.get(text);
    if (known !== undefined) return known;
    this.#shared.set(text, value);
    return value;
  }

  /** The id of an object that rows share. */
  #idOf(crawlers: CorpusRow['crawlers']): number {
    const known = this.#crawlers.get(crawlers);
    if (known !== undefined) return known;
    const { length } = this.#shape.crawlers;
    this.#octets += length * (CRAWLER_OCTETS + VERDICT_OCTETS * this.#shape.targets.length);
    this.#crawlers.set(crawlers, this.#crawlers.size);
    return this.#crawlers.size - 1;
  }

  #writeGroup(): void {
    const rows = this.#columns[0]?.length ?? 0;
    if (rows === 0) return;
    const data = this.#shape.columns.map(({ type }, index) => {
      const values = this.#columns[index] as unknown[];
      return type === 'CRAWLERS'
        ? this.#crawlerValues(values as number[])
        : { values: storedValues(values, type) };
    });
    this.#rowGroups.push(this.#groups.write(rows, data));
    this.#rows += rows;
    this.#columns = this.#shape.columns.map(() => []);
    this.#octets = 0;
    this.#crawlers = new Map();
    this.#shared = new Map();
  }

  #crawlerValues(ids: readonly number[]): ColumnValues {
    const all = [...this.#crawlers.keys()];
    if (!isMap(this.#shape)) return { values: all, ids };
    const maps = all.map((crawlers) => new Map(Object.entries(crawlers)));
    return { values: ids.map((id) => maps[id]) };
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
    for (const group of part.rowGroups) {
      whole.row_groups.push({ ...group, columns: group.columns.map((chunk) => movedBy(chunk, by)) });
    }
    whole.num_rows += BigInt(part.rows);
  }
  void whole.finish();
}

const ELEMENTS: Readonly<Record<Exclude<ColumnType, 'STRINGS' | 'CRAWLERS'>, Omit<SchemaElement, 'name'>>> = {
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  // Text, because ClickHouse reads no list in a column of type JSON, and Polars reads that type as octets.
  JSON: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  TIMESTAMP: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  INT32: { type: 'INT32' },
  INT64: { type: 'INT64' },
  DOUBLE: { type: 'DOUBLE' },
  BOOLEAN: { type: 'BOOLEAN' },
};

/** The schema elements of any column except `crawlers`; a list has three elements. */
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
 * Crawlers as a struct of structs, so that every verdict is a typed column. Many crawlers become a map by name. The
 * same expressions read both forms: `crawlers['GPTBot'].allows`. A struct must not be empty.
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

function storedValues(values: unknown[], type: ColumnType): unknown[] {
  if (type !== 'INT64' && type !== 'TIMESTAMP') return values;
  return values.map((value) => (value === null ? null : BigInt(value as number)));
}
