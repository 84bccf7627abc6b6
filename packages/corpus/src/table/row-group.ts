/**
 * Writes row groups. The crawlers of a row form one value that many rows share, so their columns are computed per
 * value, not per row. Columns with equal contents, such as those of crawlers that no file names, are encoded once.
 */
import { type DecodedArray, parquetSchema, type SchemaElement, type SchemaTree } from 'hyparquet';
import { ByteWriter, type fileWriter, type ParquetWriter } from 'hyparquet-writer';
import { writeColumn } from 'hyparquet-writer/src/column.js';
import { encodeNestedValues } from 'hyparquet-writer/src/dremel.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';

type RowGroup = ParquetWriter['row_groups'][number];
type ColumnChunk = RowGroup['columns'][number];
type FileWriter = ReturnType<typeof fileWriter>;

/**
 * The values of a column in the order of the rows. With `ids`, rows share values: `ids` contains, for each row, the
 * index of its value.
 */
export interface ColumnValues {
  readonly values: DecodedArray;
  readonly ids?: readonly number[];
}

const PAGE_OCTETS = 1024 * 1024;

export class RowGroupWriter {
  readonly #writer: FileWriter;
  readonly #columns: readonly SchemaTree[];
  readonly #root: SchemaTree;

  constructor(writer: FileWriter, schema: SchemaElement[]) {
    this.#writer = writer;
    this.#root = parquetSchema({ schema } as Parameters<typeof parquetSchema>[0]);
    this.#columns = this.#root.children;
  }

  /** @param data The data by column. A column with shared values contains no lists. */
  write(rows: number, data: readonly ColumnValues[]): RowGroup {
    const start = this.#writer.offset;
    const columns = this.#columns.flatMap((column, at) => {
      const { values, ids } = data[at] as ColumnValues;
      const leaves = leavesOf([this.#root, column]);
      if (ids) return this.#sharedChunks(leaves, values, ids);
      return leaves.map((path) => writtenChunk(this.#writer, path, encodeNestedValues(path, values)));
    });
    const octets = columns.reduce(
      (sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n),
      0n,
    );
    return {
      columns,
      total_byte_size: octets,
      num_rows: BigInt(rows),
      total_compressed_size: BigInt(this.#writer.offset - start),
    };
  }

  #sharedChunks(
    leaves: readonly SchemaTree[][],
    values: DecodedArray,
    ids: readonly number[],
  ): ColumnChunk[] {
    const encoded = new Map<string, { readonly octets: Uint8Array; readonly chunk: ColumnChunk }>();
    return leaves.map((path) => {
      const members = memberOfEach(path, values);
      const key = `${path.at(-1)?.element.type} ${members.join()}`;
      const known = encoded.get(key) ?? encodedAlone(path, members, ids);
      encoded.set(key, known);
      const { offset } = this.#writer;
      this.#writer.appendBytes(known.octets);
      return movedBy(known.chunk, offset, pathOf(path));
    });
  }
}

/** The leaf columns below a column, each with all schema elements above it. */
function leavesOf(path: SchemaTree[]): SchemaTree[][] {
  const { children } = path.at(-1) as SchemaTree;
  return children.length === 0 ? [path] : children.flatMap((child) => leavesOf([...path, child]));
}

function pathOf(path: readonly SchemaTree[]): string[] {
  return path.slice(1).map(({ element }) => element.name);
}

/** For each object, its value at the end of a path. */
function memberOfEach(path: readonly SchemaTree[], values: DecodedArray): unknown[] {
  const names = pathOf(path).slice(1);
  return Array.from(values, (value) => names.reduce((member, name) => member?.[name], value) ?? null);
}

function encodedAlone(path: SchemaTree[], members: readonly unknown[], ids: readonly number[]) {
  const writer = new ByteWriter();
  const values = ids.map((id) => members[id]);
  const chunk = writtenChunk(writer, path, {
    values,
    definitionLevels: values.map((value) => (value === null ? 0 : 1)),
    repetitionLevels: [],
    maxDefinitionLevel: 1,
  });
  return { octets: writer.getBytes(), chunk };
}

function writtenChunk(
  writer: FileWriter,
  path: SchemaTree[],
  pageData: ReturnType<typeof encodeNestedValues>,
): ColumnChunk {
  const schemaPath = path.map(({ element }) => element);
  const column = {
    columnName: pathOf(path).join('.'),
    element: schemaPath.at(-1) as SchemaElement,
    schemaPath,
    codec: 'SNAPPY' as const,
    compressors: { SNAPPY: snappyCompress },
    stats: true,
    ...(schemaPath.at(-1)?.type === 'BOOLEAN' && { encoding: 'PLAIN' as const }),
    pageSize: PAGE_OCTETS,
    columnIndex: false,
    offsetIndex: false,
  };
  return writeColumn({ writer, column, pageData }).chunk;
}

/** The chunk, moved to another offset in a file and, if `path` is given, to another column. */
export function movedBy(chunk: ColumnChunk, by: number, path?: string[]): ColumnChunk {
  const data = chunk.meta_data;
  if (!data) return chunk;
  const moved = (offset: bigint): bigint => offset + BigInt(by);
  const { data_page_offset, dictionary_page_offset, path_in_schema, ...rest } = data;
  const offsets = {
    data_page_offset: moved(data_page_offset),
    ...(dictionary_page_offset !== undefined && { dictionary_page_offset: moved(dictionary_page_offset) }),
  };
  const meta_data = { ...rest, path_in_schema: path ?? path_in_schema, ...offsets };
  return { ...chunk, file_offset: moved(chunk.file_offset), meta_data };
}
